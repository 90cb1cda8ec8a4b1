import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { sizeText } from '#domain/catalogue.ts'
import { formatMoney } from '#domain/money.ts'
import { BouquetPicture } from '#src/components/ui/bouquet-picture.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { Radio, RadioCard } from '#src/components/ui/radio-card.tsx'
import { showToast } from '#src/components/ui/toast.ts'
import { addressOf, bouquetFields } from '#src/lib/flow-address.ts'
import { focusMissing } from '#src/lib/focus-missing.ts'
import type { StorefrontProduct } from '#src/lib/shop-api.ts'
import { Meter } from './meter.tsx'

const SELECT = 'Select an Option to Continue'
const COMPLETE = 'Complete Purchase'

type BouquetPickerProps = {
  products: readonly StorefrontProduct[]
  /** The SKU that was chosen before, when someone comes back. */
  chosen: string | null
  /** Something to say on arrival. */
  notice: string | null
}

/** The bouquet selection. Without JavaScript the server finds the chosen bouquet's fields (POST /home). */
export default function BouquetPicker({ products, chosen, notice }: BouquetPickerProps) {
  const form = useRef<HTMLFormElement>(null)
  const [ready, setReady] = useState(false)
  const [sku, setSku] = useState(chosen)
  const product = products.find((one) => one.sku === sku)

  useEffect(() => {
    setReady(true)
    const early = form.current && new FormData(form.current).get('optionId')
    if (typeof early === 'string') setSku(early)
    if (notice) showToast(notice, 'error')
  }, [notice])

  // The whole of what was chosen is in sight, also after Back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is what was chosen
  useEffect(() => {
    const card = form.current?.querySelector(':checked')?.closest<HTMLElement>('[data-card]')
    card?.parentElement?.scrollTo({ left: card.offsetLeft - card.clientWidth / 8 })
  }, [sku])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    // From the form, not the state: a choice made before hydration counts.
    const picked = new FormData(event.currentTarget).get('optionId')
    const wanted = products.find((one) => one.sku === picked)
    if (wanted) location.assign(addressOf('/delivery-options', bouquetFields(wanted)))
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard one is at the fields already
    <form ref={form} method="post" action="/home" onSubmit={submit} onClick={focusMissing}>
      {/* A narrow screen swipes through them: the next one looks in. */}
      <fieldset className="relative -mx-gutter flex min-w-0 snap-x snap-mandatory gap-3 overflow-x-auto px-gutter py-1.5 motion-safe:scroll-smooth lg:mx-0 lg:grid lg:grid-cols-3 lg:gap-6 lg:overflow-visible lg:px-0">
        <legend className="sr-only">Choose a bouquet</legend>
        {products.map((one) => (
          <BouquetCard
            key={one.sku}
            product={one}
            first={one === products[0]}
            chosen={one.sku === chosen}
            onChoose={() => setSku(one.sku)}
          />
        ))}
      </fieldset>
      {product && (
        // biome-ignore lint/a11y/useAnchorContent: for the browser alone (src/lib/prerender-next.ts)
        <a
          key={product.sku}
          rel="next"
          href={addressOf('/delivery-options', bouquetFields(product))}
          className="sr-only"
          tabIndex={-1}
          aria-hidden="true"
        />
      )}
      <div data-bottom-bar className="bottom-bar bottom-bar-wide flex flex-wrap items-center gap-x-4 gap-y-2">
        {product && (
          <p
            key={product.sku}
            className="min-w-0 flex-[1_1_5.5rem] text-small leading-tight wrap-anywhere md:text-body"
          >
            <b className="strong md:mr-3">{product.title}</b>{' '}
            <span className="inline-block tabular-nums">{formatMoney(product.priceCents)}</span>
          </p>
        )}
        <Button
          type="submit"
          className="flex-auto px-4 disabled:pointer-events-none md:ml-auto md:min-w-80 md:flex-none"
          disabled={ready && !product}
        >
          {product ? COMPLETE : ready ? SELECT : <LabelWithoutScripts />}
        </Button>
      </div>
    </form>
  )
}

/** The button's label, which CSS turns where no script does. */
function LabelWithoutScripts() {
  return (
    <>
      <span className="noscript:not-in-[form:has(:invalid)]:hidden">{SELECT}</span>
      <span className="hidden noscript:not-in-[form:has(:invalid)]:inline">{COMPLETE}</span>
    </>
  )
}

type BouquetCardProps = {
  /** The first of the bouquets. */
  first: boolean
  product: StorefrontProduct
  chosen: boolean
  onChoose: () => void
}

/** The chosen one moves to the next page (src/styles/parts/bouquet-moves.css). */
const MOVES = 'group-has-checked:[view-transition-name:bouquet]'

function BouquetCard({ product, first, chosen, onChoose }: BouquetCardProps) {
  const { id: _, sku, title, description, priceCents, imageUrl, ...others } = product
  const { heightInches, stems, container, secondImageUrl, ...unshown } = others
  // A field that shoppers can read and the card does not show is a type error here.
  unshown satisfies Record<string, never>
  const size = sizeText({ heightInches, stems, container })
  const id = `bouquet-${sku}`
  return (
    <div data-card className="grid w-[min(78vw,20rem)] flex-none snap-center lg:w-auto">
      <RadioCard
        className="group flex flex-col overflow-hidden rounded-card"
        below={secondImageUrl === null ? undefined : <SecondLook title={title} imageUrl={secondImageUrl} />}
      >
        <span className="relative block aspect-4/5 flex-none overflow-hidden bg-blush/60 transition-colors group-has-checked:bg-blush lg:aspect-auto lg:h-[min(27.5rem,50dvh)] lg:min-h-75">
          <BouquetPicture
            title={title}
            imageUrl={imageUrl}
            sizes="(min-width: 64rem) 22rem, min(78vw, 20rem)"
            decorative
            first={first}
            className={`${MOVES} size-full object-cover`}
            ownClassName={`${MOVES} size-full origin-top -translate-y-[3%] scale-94 object-contain`}
          />
          <span className="absolute inset-x-0 bottom-0 flex items-end gap-3 bg-linear-to-t from-card from-65% to-transparent px-4 pt-12 lg:px-5">
            <span className="min-w-0 flex-1 wrap-anywhere">
              <span id={`${id}-title`} className="display block text-title">
                {title}
              </span>
              <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
                <span id={`${id}-price`} className="display text-title tabular-nums">
                  {formatMoney(priceCents)}
                </span>
                <Meter sku={sku} />
              </span>
            </span>
            <Radio
              name="optionId"
              value={sku}
              defaultChecked={chosen}
              onChoose={onChoose}
              labelledBy={`${id}-title`}
              describedBy={`${id}-price ${id}-text`}
            />
          </span>
        </span>
        <span id={`${id}-text`} className="block p-4 pt-2 text-muted lg:px-5 lg:pb-5">
          {size && <span className="mb-2 block text-small text-ink">{`${size}.`}</span>}
          <span>{description}</span>
        </span>
      </RadioCard>
    </div>
  )
}

/** The owner's other picture of a bouquet. The browser fetches it when it is opened. */
function SecondLook({ title, imageUrl }: { title: string; imageUrl: string }) {
  return (
    <details className="px-4 pb-4 lg:px-5 lg:pb-5">
      <summary className="link w-fit cursor-pointer py-2">
        See it at home<span className="sr-only">{`: ${title}`}</span>
      </summary>
      <BouquetPicture
        title={title}
        imageUrl={imageUrl}
        sizes="(min-width: 64rem) 20rem, min(70vw, 18rem)"
        className="mt-2 aspect-4/5 w-full rounded-field object-cover"
      />
    </details>
  )
}
