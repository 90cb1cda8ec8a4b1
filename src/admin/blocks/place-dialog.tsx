import { useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { placeRequest } from '#api/stop/admin-schema.ts'
import { US_STATES } from '#domain/postal-address.ts'
import type { Openable } from '#src/admin/lazy-part.tsx'
import { FormDialog } from '#src/admin/ui/form-dialog.tsx'
import { FormSelect, FormText, FormTextArea } from '#src/admin/ui/form-fields.tsx'
import { SmallForm } from '#src/admin/ui/small-form.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { blocksQuery, refusePlace } from './queries.ts'

/** Asks for an address to which nothing can be delivered. */
export function PlaceDialog(openable: Openable) {
  const cache = useQueryClient()
  const close = () => openable.onOpenChange(false)
  return (
    <FormDialog
      {...openable}
      title="Refuse an address"
      description="A building that takes no flowers, or that no florist reaches. Open orders to it are cancelled and refunded; shoppers read only that we can’t deliver there. The address itself is not kept: note what you need to know it by."
    >
      <SmallForm<z.input<typeof placeRequest>, z.output<typeof placeRequest>>
        label="Refuse an address"
        schema={placeRequest}
        start={{ address: '', unit: '', city: '', state: '', zip: '', note: '' }}
        send={async (place) => {
          await refusePlace(place)
          await cache.invalidateQueries(blocksQuery)
          notify.success('Orders to this address are refused')
          close()
        }}
        submit="Refuse it"
        failure="Failed to add the address"
        onCancel={close}
      >
        <FormText name="address" label="Street address" required autoComplete="off" />
        <FormText
          name="unit"
          label="Apartment, suite, or floor"
          hint="Empty: the whole house."
          autoComplete="off"
        />
        <FormText name="city" label="City" required autoComplete="off" />
        <FormSelect name="state" label="State" required>
          <option value="">Choose</option>
          {US_STATES.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </FormSelect>
        <FormText name="zip" label="ZIP code" required autoComplete="off" inputMode="numeric" />
        <FormTextArea name="note" label="Why" required />
      </SmallForm>
    </FormDialog>
  )
}
