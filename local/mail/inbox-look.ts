/** Styles of the inbox and of a message in it. */
export const INBOX_STYLES = `
  main { max-width: 960px; margin: 0 auto; padding: 32px 20px 64px; }
  .head { display: flex; gap: 16px; justify-content: space-between; align-items: end; }
  .head h1 { font-size: 28px; letter-spacing: -0.01em; }
  .list { margin-top: 24px; background: var(--card); border: 1px solid var(--line); border-radius: 16px; box-shadow: var(--shadow); overflow: hidden; }
  .list li + li { border-top: 1px solid var(--line); }
  .list a { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 16px; padding: 14px 20px; color: inherit; text-decoration: none; }
  .list a:hover { background: var(--paper); }
  .list a:focus-visible { outline-offset: -3px; }
  .list .to { font-size: 14px; color: var(--muted); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
  .list .subject { font-weight: 600; grid-row: 2; grid-column: 1 / -1; }
  .list time { font-size: 14px; color: var(--muted); white-space: nowrap; }
  .list .snippet { grid-column: 1 / -1; font-size: 14px; color: var(--muted); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
  .empty { margin-top: 24px; padding: 64px 24px; border: 1px dashed #cdbcb2; border-radius: 16px; text-align: center; display: grid; gap: 8px; justify-items: center; }
  .empty h2 { font-size: 20px; }
  .fault { margin-top: 40px; color: var(--muted); font-size: 14px; }
  .fault summary { cursor: pointer; width: fit-content; }
  .fault form { margin-top: 12px; display: flex; flex-wrap: wrap; gap: 12px; align-items: end; }
  .fault label { font-size: 14px; color: var(--ink); }
  .fault form > p { flex: 1 1 150px; }
  .fault button { min-height: 44px; }
  .message h1 { margin-top: 12px; font-size: clamp(22px, 4vw, 28px); }
  .message dl { margin-top: 16px; display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 4px 16px; font-size: 15px; }
  .message dt { color: var(--muted); }
  .event { margin-top: 16px; display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: center; font-size: 15px; }
  .event label { color: var(--muted); }
  .event button, .event select { min-height: 44px; }
  .switch { display: flex; width: fit-content; margin: 24px 0 16px; gap: 4px; padding: 4px; border-radius: 12px; background: #efe6de; }
  .switch a { padding: 4px 14px; border-radius: 8px; color: var(--ink); text-decoration: none; font-size: 15px; font-weight: 500; }
  .switch a[aria-current] { background: var(--card); box-shadow: 0 1px 2px rgb(42 26 31 / 15%); }
  iframe { display: block; width: 100%; height: 760px; border: 1px solid var(--line); border-radius: 16px; background: var(--card); }
  iframe.phone { max-width: 392px; margin-inline: auto; }
  .source { margin: 0; padding: 20px; border: 1px solid var(--line); border-radius: 16px; background: var(--card); white-space: pre-wrap; overflow-wrap: anywhere; }
  @media (max-width: 480px) {
    main { padding-inline: 16px; }
    iframe, iframe.phone { width: calc(100% + 32px); max-width: none; margin-inline: -16px; border-inline: 0; border-radius: 0; }
  }
`

/** The frame grows to the height of its message. Without it, it scrolls. */
export const MESSAGE_SCRIPT = `
  const frame = document.querySelector('iframe')
  const fit = () => {
    frame.style.height = '0'
    frame.style.height = frame.contentDocument.documentElement.scrollHeight + 2 + 'px'
  }
  if (frame) {
    frame.addEventListener('load', fit)
    if (frame.contentDocument?.readyState === 'complete') fit()
  }
`
