import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { formatMoney } from '#domain/money.ts'
import { BottomBar } from '#src/components/ui/bottom-bar.tsx'
import { BouquetPicture } from '#src/components/ui/bouquet-picture.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { Radio, RadioCard } from '#src/components/ui/radio-card.tsx'
import { showToast } from '#src/components/ui/toast.ts'
import type { StorefrontProduct } from '#src/lib/api.ts'
import { addressOf, bouquetFields } from '#src/lib/flow-address.ts'
import { Meter } from './meter.tsx'

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
      <BottomBar className="md:mt-8">
        <Button type="submit" className="w-full md:w-auto md:min-w-80" disabled={ready && !product}>
          {product ? 'Complete Purchase' : 'Select an Option to Continue'}
        </Button>
      </BottomBar>
    </form>
  )
}

type BouquetCardProps = {
  product: StorefrontProduct
  chosen: boolean
  onChoose: () => void
}

function BouquetCard({ product, chosen, onChoose }: BouquetCardProps) {
  const { sku, title, description, priceCents, imageUrl } = product
  const id = `bouquet-${sku}`
  return (
    <RadioCard className="group grid grid-cols-[minmax(0,8rem)_1fr] overflow-hidden md:flex md:flex-col">
      <span className="bg-blush/60 transition-colors group-has-checked:bg-blush">
        <span className="block aspect-4/5">
          <BouquetPicture
            title={title}
            imageUrl={imageUrl}
            sizes="(min-width: 48rem) 23rem, 6.75rem"
            decorative
          />
        </span>
      </span>
      <span className="flex flex-wrap items-center justify-between gap-3 p-4 md:items-start md:px-6 md:pt-6 md:pb-0">
        <span>
          <Meter sku={sku} />
          <span id={`${id}-title`} className="display mt-2 block text-title">
            {title}
          </span>
          <span id={`${id}-price`} className="display block text-title tabular-nums">
            {formatMoney(priceCents)}
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
      <span id={`${id}-text`} className="col-span-2 p-4 text-muted md:px-6 md:pt-2 md:pb-6">
        {description}
      </span>
    </RadioCard>
  )
}
