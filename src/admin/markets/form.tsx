import {
  type MarketForm,
  type MarketFormInput,
  type MarketUpdateInput,
  marketForm,
} from '#api/markets/schema.ts'
import { answerMinutesOf, MARKET_PROMISE_DEFAULTS } from '#domain/market-promises.ts'
import { US_ZONES } from '#domain/time-zones.ts'
import { FormSelect, FormText } from '#src/admin/ui/form-fields.tsx'
import { FormRow } from '#src/admin/ui/form-layout.tsx'
import { formValues, RecordEditor } from '#src/admin/ui/record-screens.tsx'
import { ClosedDatesField, FloristField, PauseField } from './closing-fields.tsx'
import { HoursField } from './hours-field.tsx'
import { AskingFields, DangerFields } from './promise-fields.tsx'
import { type MarketDetail, marketQueries } from './queries.ts'
import { FloristQuestion, saveAskingFlorist } from './questions.tsx'
import { hasFlorist, MARKET } from './shared.tsx'
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
    saveAskingFlorist((withoutFlorist) => marketQueries.create({ ...form, withoutFlorist })),
  update: (id: string, form: MarketUpdateInput) =>
    saveAskingFlorist((withoutFlorist) => marketQueries.update(id, { ...form, withoutFlorist })),
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
        <FormText name="name" label="Market Name" required />
        <FormSelect name="timeZone" label="Time Zone" required>
          <option value="">Choose a time zone</option>
          {US_ZONES.map(({ id: zone, name, cities }) => (
            <option key={zone} value={zone}>
              {`${cities} (${name})`}
            </option>
          ))}
        </FormSelect>
      </FormRow>
      <ZipEditor marketId={id} />
      <HoursField />
      <PauseField />
      <FloristField hasFlorist={hasFlorist} />
      <ClosedDatesField />
      <AskingFields />
      <DangerFields />
      <FloristQuestion />
    </>
  )
}
