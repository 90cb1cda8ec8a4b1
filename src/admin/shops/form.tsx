import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ShopForm, type ShopFormInput, type ShopUpdateInput, shopForm } from '#api/shops/schema.ts'
import type { WeekdayCapacity } from '#domain/capacity.ts'
import { DEFAULT_SHOP_PERCENT } from '#domain/cost-split.ts'
import { wholeWeek } from '#domain/opening-hours.ts'
import { confirmingFlorist } from '#src/admin/markets/questions.tsx'
import { Waiting } from '#src/admin/ui/admin-shell.tsx'
import { QueryError } from '#src/admin/ui/error-banner.tsx'
import { FormCheck, FormCount, FormPhone, FormSelect, FormText } from '#src/admin/ui/form-fields.tsx'
import { FormRow } from '#src/admin/ui/form-layout.tsx'
import { PageHeader } from '#src/admin/ui/page-header.tsx'
import { formValues, RecordEditor } from '#src/admin/ui/record-editor.tsx'
import { listOf } from '#src/admin/ui/record-kind.ts'
import { askToNotify } from '#src/admin/waitlist/notify.tsx'
import { CapacityFields } from './capacity-fields.tsx'
import { type ShopDetail, shopChoicesQuery, shopQueries } from './queries.ts'
import { SHOP } from './shared.tsx'

const EMPTY: Required<ShopFormInput> = {
  name: '',
  streetAddress: '',
  city: '',
  stateId: '',
  zip: '',
  marketId: '',
  phone: '',
  email: '',
  active: true,
  weekdayCapacity: wholeWeek({}),
  hourlyCapacity: null,
  capacityDates: [],
  defaultPercentage: DEFAULT_SHOP_PERCENT,
  showsPhotos: false,
  takesTexts: false,
}

const FORM = {
  kind: SHOP,
  schema: shopForm,
  empty: EMPTY,
  valuesOf: (shop: ShopDetail) => ({
    ...formValues(EMPTY, shop),
    weekdayCapacity: wholeWeek(shop.weekdayCapacity ?? {}),
  }),
  create: (form: ShopForm) => shopQueries.create(limited(form)),
  update: (id: string, form: ShopUpdateInput) =>
    confirmingFlorist((withoutFlorist) => shopQueries.update(id, { ...limited(form), withoutFlorist })),
  afterSave: askToNotify,
  fields: (shop?: ShopDetail) => <Fields isNew={!shop} />,
}

/** A week without a single number has no limit. */
function limited<Form extends { weekdayCapacity?: WeekdayCapacity | null }>(form: Form): Form {
  const { weekdayCapacity: week } = form
  const isEmpty = week && Object.values(week).every((count) => count === null)
  return isEmpty ? { ...form, weekdayCapacity: null } : form
}

/** Without states and markets there is nothing to choose from: the form waits for them. */
export function ShopEditor() {
  const { id } = useParams({ strict: false })
  const query = useQuery(shopChoicesQuery)
  if (query.data) return <RecordEditor {...FORM} />
  if (!query.isError) return <Waiting />
  return (
    <>
      <PageHeader title={id === undefined ? 'Add New Shop' : 'Edit Shop'} crumbs={[listOf(SHOP)]} />
      <QueryError query={query} fallback="Failed to load states and markets" />
    </>
  )
}

function Fields({ isNew }: { isNew: boolean }) {
  const { data: { states, markets } = { states: [], markets: [] } } = useQuery(shopChoicesQuery)
  return (
    <>
      <FormText name="name" label="Shop Name" required />
      <FormText name="streetAddress" label="Street Address" required />
      <FormRow>
        <FormText name="city" label="City" required />
        <FormSelect
          name="stateId"
          label="State"
          required
          none="Choose a state"
          options={states.map(({ id, code, name }) => [id, `${name} (${code})`])}
        />
        <FormText name="zip" label="ZIP Code" required inputMode="numeric" />
      </FormRow>
      <FormSelect
        name="marketId"
        label="Market"
        required
        hint={markets.length === 0 ? 'No markets yet. Add one first.' : undefined}
        none="Choose a market"
        options={markets.map(({ id, name }) => [id, name])}
      />
      <FormPhone name="phone" label="Phone" placeholder="(555) 555-0123" />
      <FormCheck
        name="takesTexts"
        label="Takes texts"
        hint="The shop agreed that we text its phone about orders."
      />
      <FormText
        name="email"
        label="Email"
        hint={
          isNew
            ? undefined
            : 'If you change it, open orders get new links at the new address, and old links stop working.'
        }
        type="email"
        inputMode="email"
      />
      <FormCheck
        name="active"
        label="Active"
        hint="An inactive shop gets no new orders. It keeps the ones it has, but their links stop working."
      />
      <FormCheck
        name="showsPhotos"
        label="Shoppers see its photos"
        hint="The shop agreed that we show its photos of finished bouquets for a week, with its name, under “Made this week”. Switched off, they are gone at once."
      />
      <FormCount
        name="defaultPercentage"
        label="Shop share (%)"
        required
        className="max-w-80"
        hint="Suggested as the shop’s part of the total when you assign an order."
      />
      <CapacityFields />
    </>
  )
}
