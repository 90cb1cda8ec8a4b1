/** Styles of the hosted payment page. */
export const CHECKOUT_STYLES = `
  body { min-height: 100vh; display: flex; flex-direction: column; }
  .strip { background: var(--ink); color: #fff; font-size: 14px; padding: 8px 16px; text-align: center; }
  .strip b { background: var(--butter); color: var(--ink); border-radius: 6px; padding: 1px 8px; margin-right: 8px; }
  .checkout { flex: 1; display: grid; }
  .half { padding: 32px 24px; }
  .inner { width: 100%; max-width: 448px; margin-inline: auto; }
  .summary { background: var(--paper); }
  .pay { background: var(--card); }
  .back { display: inline-flex; align-items: center; gap: 6px; min-height: 32px; margin-left: -4px; color: var(--muted); text-decoration: none; font-weight: 500; }
  .back:hover { color: var(--ink); text-decoration: underline; }
  .shop { display: block; margin-top: 24px; font-size: 16px; font-weight: 600; color: var(--muted); }
  .total { display: block; margin-top: 8px; font-size: clamp(36px, 5vw, 48px); font-weight: 700; letter-spacing: -0.02em; line-height: 1.1; }
  .lines { margin-top: 32px; display: grid; gap: 16px; }
  .lines li { display: grid; grid-template-columns: 48px 1fr auto; gap: 16px; align-items: center; }
  .lines img { width: 48px; height: 48px; border-radius: 10px; object-fit: cover; background: var(--card); border: 1px solid var(--line); }
  .lines .name { font-weight: 600; }
  .lines .description { display: block; font-size: 14px; line-height: 1.4; }
  .lines .plain { grid-template-columns: 1fr auto; }
  .lines .plain .name { font-weight: 400; }
  .sum { display: flex; justify-content: space-between; gap: 16px; margin-top: 24px; padding-top: 16px; border-top: 1px solid var(--line); font-weight: 700; }
  .pay h2 { font-size: 20px; }
  .contact { margin-top: 8px; color: var(--muted); font-size: 15px; }
  form { margin-top: 24px; display: grid; gap: 20px; }
  .row { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; align-items: start; }
  .field input { margin-top: 6px; }
  .field input[aria-invalid="true"] { border-color: var(--rose); box-shadow: 0 0 0 1px var(--rose); }
  .problem { margin-top: 6px; color: var(--rose); font-size: 14px; font-weight: 500; }
  .alert { margin-top: 24px; padding: 12px 16px; border-radius: 10px; background: var(--blush); color: var(--rose-deep); font-weight: 600; }
  .pay button.primary { min-height: 52px; width: 100%; font-size: 17px; }
  .pay button[aria-disabled="true"] { opacity: 0.65; cursor: progress; }
  .hints { margin-top: 32px; padding: 16px 20px; border-radius: 16px; background: var(--paper); font-size: 15px; }
  .hints h3 { font-size: 15px; }
  .hints ul { margin: 8px 0; display: grid; gap: 4px; }
  .hints li { display: flex; align-items: center; gap: 8px; line-height: 1.3; }
  .hints code { white-space: nowrap; }
  .hints button { min-height: 36px; font-size: 14px; white-space: nowrap; padding: 0 8px; margin-left: -8px; border-color: transparent; background: none; text-decoration: underline; text-decoration-color: var(--rose); text-underline-offset: 3px; }
  .closed { flex: 1; display: grid; place-items: center; padding: 48px 24px; text-align: center; }
  .closed div { max-width: 440px; display: grid; gap: 16px; justify-items: center; }
  .closed h1 { font-size: 28px; }
  @media (min-width: 900px) {
    .checkout { grid-template-columns: 1fr 1fr; }
    .half { padding: 64px 64px 48px; }
    .summary .inner { margin-right: 0; }
    .pay .inner { margin-left: 0; }
    .pay { box-shadow: -8px 0 32px rgb(42 26 31 / 6%); }
  }
  @media (max-width: 899px) {
    .half { padding-block: 24px 32px; }
    .lines { margin-top: 24px; }
    .shop { margin-top: 12px; }
  }
`

/** Masks while typing, one submission a page, and test cards at a click. The page works without it. */
export const CHECKOUT_SCRIPT = `
  const field = (name) => document.querySelector('[name="' + name + '"]')
  const digits = (text) => text.replace(/\\D/g, '')
  const masks = {
    number: (text) => digits(text).slice(0, 16).replace(/(\\d{4})(?=\\d)/g, '$1 '),
    expiry: (text) => {
      const typed = digits(/^\\s*\\d\\s*\\//.test(text) ? '0' + text.trim() : text).replace(/^(\\d{2})20(\\d{2})$/, '$1$2').slice(0, 4)
      return typed.length > 2 ? typed.slice(0, 2) + '/' + typed.slice(2) : typed
    },
    cvc: (text) => digits(text).slice(0, 4),
  }
  for (const [name, mask] of Object.entries(masks)) {
    const input = field(name)
    input.addEventListener('input', () => {
      const { value, selectionStart: caret } = input
      const masked = mask(value)
      if (masked === value) return
      input.value = masked
      if (caret === value.length) return
      const before = digits(value.slice(0, caret)).length
      let at = 0
      for (let seen = 0; seen < before && at < masked.length; at++) if (/\\d/.test(masked[at])) seen++
      input.setSelectionRange(at, at)
    })
  }
  const form = document.querySelector('form')
  const button = form.querySelector('button')
  const label = button.textContent
  form.addEventListener('submit', (event) => {
    if (button.getAttribute('aria-disabled') === 'true') return event.preventDefault()
    button.setAttribute('aria-disabled', 'true')
    button.textContent = 'Paying…'
  })
  addEventListener('pageshow', () => {
    button.removeAttribute('aria-disabled')
    button.textContent = label
  })
  for (const code of document.querySelectorAll('[data-card]')) {
    const use = document.createElement('button')
    use.type = 'button'
    use.className = 'code'
    use.textContent = code.textContent
    use.addEventListener('click', () => {
      field('number').value = code.textContent
      field('expiry').value ||= '12/34'
      field('cvc').value ||= '123'
      field('name').value ||= 'Test Person'
      button.focus()
    })
    code.replaceWith(use)
  }
`
