import type { ComponentProps, ReactNode } from 'react'
import type { Elements } from '#src/components/ui/elements.ts'
import { cardStyle, cardTitleStyle } from './card.tsx'

/** The form of a record, as a card. */
export function RecordFormCard(props: ComponentProps<'form'>) {
  return <form {...props} className={`${cardStyle} flex max-w-184 flex-col gap-4.5`} />
}

/** Fields side by side, from small screens on. */
export function FormRow({ className = '', ...rest }: ComponentProps<'div'>) {
  return (
    <div {...rest} className={`grid gap-4.5 sm:auto-cols-[minmax(0,1fr)] sm:grid-flow-col ${className}`} />
  )
}

/** The buttons at the end of a form. */
export function FormActions(props: ComponentProps<'div'>) {
  return <div {...props} className="flex flex-wrap justify-end gap-3 border-t border-line pt-4.5" />
}

/** A button in line with the field beside it, whose label stands above. */
export const besideFieldStyle = 'mt-6.75 min-h-10.5 pointer-coarse:min-h-11.5'

/** A group of fields with a title, below others. The title floats, or else the browser would draw it over the line above. */
export function FormPart({
  title,
  children,
  ...rest
}: Omit<ComponentProps<'fieldset'>, 'title' | 'children'> & { title: ReactNode; children: Elements }) {
  return (
    <fieldset {...rest} className="flex min-w-0 flex-col gap-3.5 border-t border-line pt-4.5">
      <legend className={`float-left w-full ${cardTitleStyle}`}>{title}</legend>
      {children}
    </fieldset>
  )
}

/** A checkbox or radio button with its text; both are pressed as one. */
export function CheckLabel({ className = '', ...rest }: ComponentProps<'label'>) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among its children
    <label
      {...rest}
      className={`flex min-h-7 cursor-pointer items-center gap-2.5 font-medium [&_input]:size-5 [&_input]:flex-none [&_input]:cursor-pointer [&_input]:accent-rose ${className}`}
    />
  )
}
