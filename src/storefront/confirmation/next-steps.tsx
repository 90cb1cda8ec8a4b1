import { phoneDigits } from '#domain/phone.ts'
import { SITE } from '#domain/site.ts'

/** Lists the steps after the payment. */
export function NextSteps() {
  return (
    <section className="mt-8" aria-labelledby="next-steps">
      <h2 id="next-steps" className="text-title">
        What happens next
      </h2>
      <ol className="mt-3 grid list-decimal gap-2 pl-5 text-muted marker:font-semibold marker:text-rose">
        <li>We hand your order to a florist in their city.</li>
        <li>We email you when the florist has it, and when it’s delivered.</li>
        <li>
          Something to change? Use the link in the confirmation email, until a florist has it. After that,
          call{' '}
          <a className="link" href={`tel:+1${phoneDigits(SITE.supportPhone)}`}>
            {SITE.supportPhone}
          </a>
          <span>{`, ${SITE.supportHours}.`}</span>
        </li>
      </ol>
    </section>
  )
}
