import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'
import { type CorrectionFormInput, correctionForm } from '#api/orders/schema.ts'
import { INSTRUCTIONS_MAX, NOTE_MAX } from '#domain/limits.ts'
import { WISH_LABELS } from '#domain/order/substitution-messages.ts'
import { SUBSTITUTION_PREFERENCES } from '#domain/order/substitution-preference.ts'
import { isBoxOnlyZip, isPostalBox, US_STATES } from '#domain/postal-address.ts'
import { FormPhone, FormSelect, FormText, FormTextArea } from '#src/admin/ui/form-fields.tsx'
import { FormRow } from '#src/admin/ui/form-layout.tsx'
import { EditPage, RecordForm } from '#src/admin/ui/record-form.tsx'
import { ORDER_LABELS } from './labels.ts'
import { correctOrder, type OrderDetail, orderQuery, readOrder } from './queries.ts'

const route = getRouteApi('/admin/orders/$id/edit')
const LIST = { label: 'Orders', to: '/admin/orders' } as const

/** Corrects an order after it was placed; each change is a line of its timeline. */
export function EditOrder() {
  const { id } = route.useParams()
  const detail = { to: '/admin/orders/$id', params: { id } } as const
  return (
    <EditPage list={LIST} query={useQuery(orderQuery(id))} missing="Order not found">
      {(order) => (
        <RecordForm
          record="Order"
          list={LIST}
          detail={{ label: order.reference, ...detail }}
          schema={correctionForm}
          start={formOf(order)}
          reload={async () => formOf(await readOrder(id))}
          save={(form, version) => correctOrder(id, { ...form, version })}
          labels={ORDER_LABELS}
        >
          <Fields withShop={order.shopOrders.some(({ live }) => live)} />
        </RecordForm>
      )}
    </EditPage>
  )
}

function formOf(order: OrderDetail) {
  const values: Required<CorrectionFormInput> = {
    customerName: order.customerName,
    customerEmail: order.customerEmail,
    customerPhone: order.customerPhone,
    recipientName: order.recipientName ?? '',
    recipientPhone: order.recipientPhone ?? '',
    apologyNote: order.apologyNote ?? '',
    deliveryAddress: order.deliveryAddress,
    deliveryUnit: order.deliveryUnit ?? '',
    deliveryCity: order.deliveryCity,
    deliveryState: order.deliveryState,
    deliveryZip: order.deliveryZip,
    deliveryInstructions: order.deliveryInstructions ?? '',
    substitutionPreference: order.substitutionPreference,
  }
  return { values, version: order.version }
}

const LINKS_END =
  'Another email ends every link that the buyer has, the one to follow the flowers too. Nothing is sent by itself: ' +
  'press “Send again” at the confirmation in the timeline.'

function Fields({ withShop }: { withShop: boolean }) {
  return (
    <>
      {withShop && (
        <p className="text-muted">
          A shop has this order. Changes show on its page right away, but the shop isn’t notified. Please call
          them.
        </p>
      )}
      <FormRow>
        <FormText name="customerName" label={ORDER_LABELS.customerName} required />
        <FormPhone name="customerPhone" label={ORDER_LABELS.customerPhone} required />
      </FormRow>
      <FormText
        name="customerEmail"
        label={ORDER_LABELS.customerEmail}
        required
        inputMode="email"
        hint={LINKS_END}
      />
      <FormRow>
        <FormText name="recipientName" label={ORDER_LABELS.recipientName} />
        <FormPhone name="recipientPhone" label={ORDER_LABELS.recipientPhone} />
      </FormRow>
      <StreetField />
      <FormText name="deliveryUnit" label={ORDER_LABELS.deliveryUnit} />
      <FormRow>
        <FormText name="deliveryCity" label="City" required />
        <FormSelect
          name="deliveryState"
          label="State"
          required
          options={US_STATES.map(({ code, name }) => [code, `${name} (${code})`])}
        />
        <ZipField />
      </FormRow>
      <FormTextArea
        name="deliveryInstructions"
        label="Delivery instructions"
        rows={3}
        hint={`Up to ${INSTRUCTIONS_MAX} characters.`}
      />
      <FormSelect
        name="substitutionPreference"
        label={ORDER_LABELS.substitutionPreference}
        required
        options={SUBSTITUTION_PREFERENCES.map((preference) => [preference, WISH_LABELS[preference]])}
      />
      <FormTextArea
        name="apologyNote"
        label="Apology note"
        rows={5}
        hint={`Up to ${NOTE_MAX} characters, printed on the card exactly as written.`}
      />
    </>
  )
}

// Buyers may not order to a box. Admins may know better, and read what they are doing.

function StreetField() {
  const street: string = useWatch({ name: 'deliveryAddress' })
  const warning =
    isPostalBox(street) && 'A PO box: no florist can hand flowers over there. You can save it all the same.'
  return (
    <FormText name="deliveryAddress" label="Street address" required {...(warning && { hint: warning })} />
  )
}

function ZipField() {
  const zip: string = useWatch({ name: 'deliveryZip' })
  const warning =
    isBoxOnlyZip(zip.trim()) && `${zip.trim()} is for PO boxes only. You can save it all the same.`
  return (
    <FormText
      name="deliveryZip"
      label="ZIP code"
      required
      inputMode="numeric"
      {...(warning && { hint: warning })}
    />
  )
}
