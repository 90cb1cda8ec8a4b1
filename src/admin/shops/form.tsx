import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ShopForm, type ShopFormInput, shopForm } from '#api/shops/schema.ts'
import { wholeWeekCapacity } from '#domain/capacity.ts'
import { DEFAULT_SHOP_PERCENT } from '#domain/cost-split.ts'
import { confirmingFlorist, FloristQuestion } from '#src/admin/markets/florist-question.tsx'
import { offerToNotify } from '#src/admin/markets/notify-waiting.tsx'
import { marketsAndShopsKey } from '#src/admin/query-client.ts'
import { Waiting } from '#src/admin/ui/admin-shell.tsx'
import { QueryError } from '#src/admin/ui/error-banner.tsx'
import { FormCheck, FormCount, FormPhone, FormSelect, FormText } from '#src/admin/ui/form-fields.tsx'
import { FormRow } from '#src/admin/ui/form-layout.tsx'
import { PageHeader } from '#src/admin/ui/page-header.tsx'
import { EditPage, RecordForm } from '#src/admin/ui/record-form.tsx'
import { CapacityFields } from './capacity-fields.tsx'
import {
  createShop,
  readShop,
  type ShopChoices,
  type ShopDetail,
  shopChoicesQuery,
  shopQuery,
  updateShop,
} from './queries.ts'
import { SHOP_LABELS } from './shared.tsx'

const route = getRouteApi('/admin/shops/$id/edit')
const LIST = { label: 'Shops', to: '/admin/shops' } as const

const EMPTY: ShopFormInput = {
  name: '',
  streetAddress: '',
  city: '',
  stateId: '',
  zip: '',
  marketId: '',
  phone: '',
  email: '',
  active: true,
  weekdayCapacity: null,
  hourlyCapacity: null,
  capacityDates: [],
  defaultPercentage: DEFAULT_SHOP_PERCENT,
}

/** Shop form: a new one. */
export function AddShop() {
  const choices = useQuery(shopChoicesQuery)
  if (!choices.data) return <NoChoices title="Add New Shop" query={choices} />
  return (
    <RecordForm
      record="Shop"
      list={LIST}
      schema={shopForm}
      start={{ values: EMPTY, version: 0 }}
      save={async (form: ShopForm) => {
        const { waiting } = await createShop(form)
        offerToNotify(waiting)
      }}
      touches={marketsAndShopsKey}
      labels={SHOP_LABELS}
    >
      <Fields choices={choices.data} isNew />
    </RecordForm>
  )
}

/** Shop form: one that is there. */
export function EditShop() {
  const { id } = route.useParams()
  const query = useQuery(shopQuery(id))
  const choices = useQuery(shopChoicesQuery)
  const detail = { to: '/admin/shops/$id', params: { id } } as const
  return (
    <EditPage list={LIST} query={query} missing="Shop not found">
      {(shop) =>
        choices.data ? (
          <RecordForm
            record="Shop"
            list={LIST}
            detail={{ label: shop.name, ...detail }}
            schema={shopForm}
            start={formOf(shop)}
            reload={async () => formOf(await readShop(id))}
            save={async (form, version) => {
              const { waiting } = await confirmingFlorist((withoutFlorist) =>
                updateShop(id, { ...form, version, withoutFlorist }),
              )
              offerToNotify(waiting)
            }}
            touches={marketsAndShopsKey}
            labels={SHOP_LABELS}
          >
            <Fields choices={choices.data} />
          </RecordForm>
        ) : (
          <NoChoices title="Edit Shop" query={choices} />
        )
      }
    </EditPage>
  )
}

/** Without states and markets there is nothing to choose from: the form waits for them. */
function NoChoices({ title, query }: { title: string; query: UseQueryResult<ShopChoices> }) {
  if (!query.isError) return <Waiting />
  return (
    <>
      <PageHeader title={title} crumbs={[LIST]} />
      <QueryError query={query} fallback="Failed to load states and markets" />
    </>
  )
}

function formOf(shop: ShopDetail) {
  const { name, streetAddress, city, stateId, zip, marketId, phone, email, active, version } = shop
  const { weekdayCapacity, hourlyCapacity, capacityDates } = shop
  const values: ShopFormInput = {
    name,
    streetAddress,
    city,
    stateId,
    zip,
    marketId,
    phone: phone ?? '',
    email: email ?? '',
    active,
    weekdayCapacity: weekdayCapacity && wholeWeekCapacity(weekdayCapacity),
    hourlyCapacity,
    capacityDates,
    defaultPercentage: shop.defaultPercentage,
  }
  return { values, version }
}

function Fields({ choices: { states, markets }, isNew = false }: { choices: ShopChoices; isNew?: boolean }) {
  return (
    <>
      <FormText name="name" label="Shop Name" required />
      <FormText name="streetAddress" label="Street Address" required />
      <FormRow>
        <FormText name="city" label="City" required />
        <FormSelect name="stateId" label="State" required>
          <option value="">Choose a state</option>
          {states.map(({ id, code, name }) => (
            <option key={id} value={id}>
              {`${name} (${code})`}
            </option>
          ))}
        </FormSelect>
        <FormText name="zip" label="ZIP Code" required inputMode="numeric" />
      </FormRow>
      <FormSelect
        name="marketId"
        label="Market"
        required
        hint={markets.length === 0 ? 'No markets yet. Add one first.' : undefined}
      >
        <option value="">Choose a market</option>
        {markets.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </FormSelect>
      <FormPhone name="phone" label="Phone" placeholder="(555) 555-0123" />
      <FormText
        name="email"
        label="Email"
        hint={
          isNew
            ? undefined
            : 'If you change it, open orders get new links at the new address. Old links stop working.'
        }
        type="email"
        inputMode="email"
      />
      <FormCheck
        name="active"
        label="Active"
        hint="An inactive shop gets no new orders. It keeps the orders it has, but their links stop working."
      />
      <FormCount
        name="defaultPercentage"
        label="Share of an order (%)"
        required
        className="max-w-80"
        hint="What an assignment suggests as the shop’s part of the total."
      />
      <CapacityFields />
      {!isNew && <FloristQuestion />}
    </>
  )
}
