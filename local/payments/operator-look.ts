/** Styles of the operator page. */
export const OPERATOR_STYLES = `
  main { max-width: 1240px; margin: 0 auto; padding: 32px 20px 64px; display: grid; gap: 32px; }
  header h1 { font-size: 28px; letter-spacing: -0.01em; }
  header p { margin-top: 4px; }
  .knobs, .item { background: var(--card); border: 1px solid var(--line); border-radius: 16px; box-shadow: var(--shadow); }
  .knobs { display: grid; grid-template-columns: minmax(0, 1fr); }
  .knobs .badge { white-space: normal; }
  .knobs section { padding: 20px; display: grid; gap: 12px; align-content: start; }
  .knobs section + section { border-top: 1px solid var(--line); }
  .knobs h2 { font-size: 16px; display: flex; flex-wrap: wrap; gap: 6px 12px; align-items: center; }
  .fault { display: grid; gap: 12px; grid-template-columns: repeat(2, minmax(0, 1fr)); align-items: end; }
  .fault label { font-size: 14px; }
  .fault button { min-height: 44px; }
  .fault .wide { grid-column: 1 / -1; }
  .lists { display: grid; grid-template-columns: minmax(0, 1fr); gap: 40px; }
  .lists > section { min-width: 0; }
  .lists h2 { font-size: 20px; }
  .lists .count { margin-top: 2px; font-size: 14px; }
  .lists ol { margin-top: 16px; display: grid; grid-template-columns: minmax(0, 1fr); gap: 12px; }
  .item { padding: 14px 16px; box-shadow: none; }
  .item h3 { font-size: 15px; }
  .top { display: flex; gap: 4px 16px; justify-content: space-between; align-items: baseline; }
  .badges { margin-top: 8px; display: flex; flex-wrap: wrap; gap: 6px; align-items: center; font-size: 14px; }
  .facts { margin-top: 6px; font-size: 14px; }
  .actions { margin-top: 10px; display: flex; flex-wrap: wrap; gap: 6px; }
  .actions:not(:has(*)) { display: none; }
  .actions button, .actions .button { min-height: 34px; padding: 2px 10px; font-size: 14px; border-radius: 8px; }
  details { margin-top: 10px; font-size: 14px; }
  summary { cursor: pointer; color: var(--muted); width: fit-content; }
  details pre { margin: 8px 0 0; padding: 12px; max-height: 320px; overflow: auto; border-radius: 10px; background: var(--paper); font-size: 12.5px; line-height: 1.5; }
  .empty { margin-top: 16px; padding: 32px 20px; border: 1px dashed #cdbcb2; border-radius: 16px; text-align: center; }
  @media (min-width: 860px) {
    .knobs { grid-template-columns: 1fr 2.4fr; }
    .knobs section + section { border-top: 0; border-left: 1px solid var(--line); }
    .fault { grid-template-columns: 1.9fr 1.9fr 0.9fr 0.9fr auto; }
    .fault .wide { grid-column: auto; }
    .lists { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 32px; align-items: start; }
  }
`
