import { useFormContext } from 'react-hook-form'
import {
  type MarketForm,
  type MarketFormInput,
  type MarketUpdateInput,
  marketForm,
} from '#api/markets/schema.ts'
import { DELIVERY_OPTION_IDS, DELIVERY_OPTIONS } from '#domain/delivery.ts'
import { answerMinutesOf, MARKET_PROMISE_DEFAULTS } from '#domain/market-promises.ts'
import { US_ZONES } from '#domain/time-zones.ts'
import { FormCheck, FormCount, FormSelect, FormText } from '#src/admin/ui/form-fields.tsx'
import { FormPart, FormRow } from '#src/admin/ui/form-layout.tsx'
import { formValues, RecordEditor } from '#src/admin/ui/record-editor.tsx'
import { askToNotify } from '#src/admin/waitlist/notify.tsx'
import { ClosedDatesField, FloristField, PauseField } from './closing-fields.tsx'
import { HoursField } from './hours-field.tsx'
import { type MarketDetail, marketQueries } from './queries.ts'
import { confirmingFlorist } from './questions.tsx'
import { hasFlorist, MARKET, MARKET_LABELS } from './shared.tsx'
import { ZipEditor } from './zip-editor.tsx'

const EMPTY: Required<Omit<MarketFormInput, 'withoutFlorist'>> = {
  name: '',
  zipCodes: [],
  timeZone: '',
  openingHours: null,
  pausedReason: null,
  closedWithoutFlorist: false,
  closedDates: [],
  ...MARKET_PROMISE_DEFAULTS,
  answerMinutes: answerMinutesOf(null),
}

const FORM = {
  kind: MARKET,
  schema: marketForm,
  empty: EMPTY,
  valuesOf: (market: MarketDetail) => ({
    ...formValues(EMPTY, market),
    answerMinutes: answerMinutesOf(market.answerMinutes),
  }),
  create: (form: MarketForm) =>
    confirmingFlorist((withoutFlorist) => marketQueries.create({ ...form, withoutFlorist })),
  update: (id: string, form: MarketUpdateInput) =>
    confirmingFlorist((withoutFlorist) => marketQueries.update(id, { ...form, withoutFlorist })),
  afterSave: askToNotify,
  fields: (market?: MarketDetail) => (
    <Fields id={market?.id} hasFlorist={market !== undefined && hasFlorist(market)} />
  ),
}

export function MarketEditor() {
  return <RecordEditor {...FORM} />
}

function Fields({ id, hasFlorist }: { id: string | undefined; hasFlorist: boolean }) {
  return (
    <>
      <FormRow>
        <FormText name="name" label="Market name" required />
        <FormSelect
          name="timeZone"
          label="Time zone"
          required
          none="Choose a time zone"
          options={US_ZONES.map(({ id: zone, name, cities }) => [zone, `${cities} (${name})`])}
        />
      </FormRow>
      <ZipEditor marketId={id} />
      <HoursField />
      <PauseField />
      <FloristField hasFlorist={hasFlorist} />
      <ClosedDatesField />
      <AskingFields />
      <DangerFields />
    </>
  )
}

/** Fields: do florists have to answer, by when, and does the system ask them. */
function AskingFields() {
  const { setValue } = useFormContext<MarketFormInput>()
  const change = { shouldDirty: true }
  return (
    <FormPart title="Florist responses">
      <FormCheck
        name="asksForAnswer"
        label={MARKET_LABELS.asksForAnswer}
        hint="A shop with an email must respond to each order by a deadline. After that, the order is back in Assign Orders."
        onSwitch={(on) => !on && setValue('assignsAutomatically', false, change)}
      />
      <FormCheck
        name="assignsAutomatically"
        label={MARKET_LABELS.assignsAutomatically}
        hint="Newly paid orders go to the shop with the best record that has room. If it declines, the next one is asked. Orders you withdraw from a shop are yours to assign."
        onSwitch={(on) => on && setValue('asksForAnswer', true, change)}
      />
      <fieldset className="min-w-0">
        <legend className="font-semibold">Minutes to respond</legend>
        <p className="hint mb-2.5">Tomorrow’s orders: counted within opening hours.</p>
        <div className="grid grid-cols-1 gap-x-4.5 gap-y-3 sm:grid-cols-2">
          {DELIVERY_OPTION_IDS.map((id) => (
            <FormCount key={id} name={`answerMinutes.${id}`} label={DELIVERY_OPTIONS[id].label} required />
          ))}
        </div>
      </fieldset>
      <FormCount
        name="fulfilmentMinutes"
        label={MARKET_LABELS.fulfilmentMinutes}
        required
        className="max-w-80"
        hint="Response deadlines leave at least this much time before the promised time."
      />
      <FormRow className="items-start">
        <FormCount
          name="textAfterSeconds"
          label={MARKET_LABELS.textAfterSeconds}
          hint="If the florist hasn’t looked. Leave blank for never."
        />
        <FormCount
          name="callAfterSeconds"
          label={MARKET_LABELS.callAfterSeconds}
          hint="The dashboard asks you to. Leave blank for never."
        />
      </FormRow>
    </FormPart>
  )
}

/** Fields for promises that cannot be kept. */
function DangerFields() {
  return (
    <FormPart title="Promises in danger">
      <FormRow className="items-start">
        <FormCount
          name="offersChoiceAfterMinutes"
          label={MARKET_LABELS.offersChoiceAfterMinutes}
          hint="Leave blank to decide yourself."
        />
        <FormCount
          name="choiceHours"
          label={MARKET_LABELS.choiceHours}
          required
          hint="If the buyer doesn’t choose by then, the order is refunded."
        />
      </FormRow>
    </FormPart>
  )
}
