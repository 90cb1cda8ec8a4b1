/** What went wrong with a form of the door as a whole. */
export function Failure({ children }: { children: string | undefined }) {
  return (
    <div role="alert" className="door-failure">
      {children && <p className="notice notice-rose">{children}</p>}
    </div>
  )
}
