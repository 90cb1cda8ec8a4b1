import { Fragment } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { type ProductForm, type ProductFormInput, productForm } from '#api/products/schema.ts'
import { CONTAINERS } from '#domain/catalogue.ts'
import { formatRange, gradeOf, leavesGrade } from '#domain/grades.ts'
import { formatMoney } from '#domain/money.ts'
import { MIN_CHARGE_CENTS, priceOrder } from '#domain/pricing.ts'
import { FormCount, FormSelect, FormText, FormTextArea, MoneyField } from '#src/admin/ui/form-fields.tsx'
import { formValues, RecordEditor } from '#src/admin/ui/record-editor.tsx'
import type { Elements } from '#src/components/ui/elements.ts'
import { Notice } from '#src/components/ui/notice.tsx'
import { PictureUpload } from './picture-upload.tsx'
import { type ProductDetail, productQueries } from './queries.ts'
import { CONTAINER_WORDS, PRODUCT, PRODUCT_FIELDS, ProductPicture } from './shared.tsx'

const EMPTY: Required<ProductFormInput> = {
  sku: '',
  title: '',
  priceCents: 0,
  description: '',
  imageUrl: '',
  secondImageUrl: '',
  heightInches: null,
  stems: null,
  container: null,
}

/** The input of each field, from top to bottom. */
const INPUTS: Record<keyof ProductForm, Elements> = {
  sku: <FormText name="sku" label={PRODUCT_FIELDS.sku.label} required className="sm:max-w-80" />,
  title: <FormText name="title" label={PRODUCT_FIELDS.title.label} required />,
  priceCents: (
    <>
      <MoneyField
        name="priceCents"
        label={PRODUCT_FIELDS.priceCents.label}
        required
        className="sm:max-w-80"
      />
      <PriceWarning />
    </>
  ),
  description: <FormTextArea name="description" label={PRODUCT_FIELDS.description.label} rows={4} />,
  imageUrl: (
    <PictureField
      name="imageUrl"
      hint="Starts with https:// or is a path on this site. Leave it empty to show the shop’s own picture."
    />
  ),
  secondImageUrl: (
    <PictureField
      name="secondImageUrl"
      hint="In a vase, on a table, in a hand: shoppers open it by “See it at home”. Leave it empty to show none."
    />
  ),
  heightInches: (
    <FormCount
      name="heightInches"
      label={PRODUCT_FIELDS.heightInches.label}
      hint="About how tall it is. Leave it empty to say nothing."
      className="sm:max-w-80"
    />
  ),
  stems: <FormCount name="stems" label={PRODUCT_FIELDS.stems.label} className="sm:max-w-80" />,
  container: (
    <FormSelect
      name="container"
      label={PRODUCT_FIELDS.container.label}
      none="Not said"
      options={CONTAINERS.map((value) => [value, CONTAINER_WORDS[value]])}
      className="sm:max-w-80"
    />
  ),
}

const FORM = {
  kind: PRODUCT,
  schema: productForm,
  empty: EMPTY,
  valuesOf: (product: ProductDetail) => formValues(EMPTY, product),
  create: productQueries.create,
  update: productQueries.update,
  fields: () => Object.entries(INPUTS).map(([name, input]) => <Fragment key={name}>{input}</Fragment>),
}

export function ProductEditor() {
  return <RecordEditor {...FORM} />
}

type PictureFieldProps = { name: 'imageUrl' | 'secondImageUrl'; hint: string }

/** The address of a picture, which an upload fills in, and how it looks. Without an address the second one is not there. */
function PictureField({ name, hint }: PictureFieldProps) {
  const { setValue } = useFormContext<ProductFormInput>()
  const [title, written] = useWatch<ProductFormInput, ['title', PictureFieldProps['name']]>({
    name: ['title', name],
  })
  const address = written?.trim() || null
  return (
    <div className="flex flex-col gap-4 sm:flex-row">
      <div className="min-w-0 flex-1">
        <PictureUpload
          label={name === 'imageUrl' ? 'Upload picture' : 'Upload second picture'}
          onStored={(stored) => setValue(name, stored, { shouldDirty: true, shouldValidate: true })}
        >
          <FormText name={name} label={PRODUCT_FIELDS[name].label} inputMode="url" hint={hint} />
        </PictureUpload>
      </div>
      {(address || name === 'imageUrl') && (
        <ProductPicture
          title={title}
          imageUrl={address}
          className="h-30 w-24 flex-none rounded-field bg-paper object-contain"
        />
      )}
    </div>
  )
}

/** A price may be saved that contradicts the public texts or that nobody can pay: that is for the admin to decide. */
function PriceWarning() {
  const [sku, priceCents] = useWatch<ProductFormInput, ['sku', 'priceCents']>({ name: ['sku', 'priceCents'] })
  const grade = gradeOf(sku.trim())
  const isPrice = Number.isSafeInteger(priceCents) && priceCents > 0
  const leaves = grade && isPrice && leavesGrade(sku.trim(), priceCents)
  const isTooLow =
    isPrice && priceOrder({ subtotalCents: priceCents, deliveryFeeCents: 0 }).totalCents < MIN_CHARGE_CENTS
  return (
    // Without a warning it takes no room, the gap above it included.
    <div role="status" className="flex flex-col gap-3 empty:-mt-4.5">
      {isTooLow && (
        <Notice kind="warning">{`A card can’t be charged less than ${formatMoney(MIN_CHARGE_CENTS)}. With free delivery the checkout says that this bouquet can’t be ordered right now. You can still save it.`}</Notice>
      )}
      {leaves && (
        <Notice kind="warning">{`Outside the advertised range for this grade, ${formatRange(grade)}. The landing page, FAQ, and articles quote that range. You can still save it.`}</Notice>
      )}
    </div>
  )
}
