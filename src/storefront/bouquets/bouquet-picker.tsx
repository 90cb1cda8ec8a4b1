import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { formatMoney } from '#domain/money.ts'
import { BouquetPicture } from '#src/components/ui/bouquet-picture.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { Radio, RadioCard } from '#src/components/ui/radio-card.tsx'
import { showToast } from '#src/components/ui/toast.ts'
import { addressOf, bouquetFields } from '#src/lib/flow-address.ts'
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

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    // From the form, not the state: a choice made before hydration counts.
    const picked = new FormData(event.currentTarget).get('optionId')
    const wanted = products.find((one) => one.sku === picked)
    if (wanted) location.assign(addressOf('/delivery-options', bouquetFields(wanted)))
  }

  return (
    <form ref={form} method="post" action="/home" onSubmit={submit}>
      <fieldset className="grid gap-4 md:grid-cols-3 md:gap-6">
        <legend className="sr-only">Choose a bouquet</legend>
        {products.map((one) => (
          <BouquetCard
            key={one.sku}
            product={one}
            chosen={one.sku === chosen}
            onChoose={() => setSku(one.sku)}
          />
        ))}
      </fieldset>
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
          untilValid
          className="flex-auto px-4 md:ml-auto md:min-w-80 md:flex-none"
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
  product: StorefrontProduct
  chosen: boolean
  onChoose: () => void
}

function BouquetCard({ product, chosen, onChoose }: BouquetCardProps) {
  const { id: _, sku, title, description, priceCents, imageUrl, ...others } = product
  // A field that shoppers can read and the card does not show is a type error here.
  others satisfies Record<string, never>
  const id = `bouquet-${sku}`
  return (
    <RadioCard className="group grid grid-cols-[min(8rem,30vw)_minmax(0,1fr)] overflow-hidden md:flex md:flex-col">
      <span className="bg-blush/60 transition-colors group-has-checked:bg-blush">
        <span className="block max-md:aspect-4/5">
          <BouquetPicture title={title} imageUrl={imageUrl} sizes="6.75rem" decorative wide />
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-3 p-4 md:-order-1 md:items-start lg:px-5">
        <span className="flex-1 basis-24 wrap-anywhere">
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
      <span id={`${id}-text`} className="col-span-2 p-4 text-muted md:p-5">
        {description}
      </span>
    </RadioCard>
  )
}
