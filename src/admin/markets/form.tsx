import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type MarketForm, type MarketFormInput, marketForm } from '#api/markets/schema.ts'
import { answerMinutesOf, MARKET_PROMISE_DEFAULTS } from '#domain/market-promises.ts'
import { US_ZONES } from '#domain/time-zones.ts'
import { marketsAndShopsKey } from '#src/admin/query-client.ts'
import { FormSelect, FormText } from '#src/admin/ui/form-fields.tsx'
import { FormRow } from '#src/admin/ui/form-layout.tsx'
import { EditPage, RecordForm } from '#src/admin/ui/record-form.tsx'
import { ClosedDatesField, PauseField } from './closing-fields.tsx'
import { FloristField } from './florist-field.tsx'
import { confirmingFlorist, FloristQuestion } from './florist-question.tsx'
import { HoursField } from './hours-field.tsx'
import { offerToNotify } from './notify-waiting.tsx'
import { AskingFields, DangerFields } from './promise-fields.tsx'
import { createMarket, type MarketDetail, marketQuery, readMarket, updateMarket } from './queries.ts'
import { hasFlorist, MARKET_LABELS } from './shared.tsx'
import { ZipEditor } from './zip-editor.tsx'

const route = getRouteApi('/admin/markets/$id/edit')
const LIST = { label: 'Markets', to: '/admin/markets' } as const

const EMPTY: MarketFormInput = {
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

/** Market form: a new one. */
export function AddMarket() {
  return (
    <RecordForm
      record="Market"
      list={LIST}
      schema={marketForm}
      start={{ values: EMPTY, version: 0 }}
      save={async (form: MarketForm) => {
        const { waiting } = await confirmingFlorist((withoutFlorist) =>
          createMarket({ ...form, withoutFlorist }),
        )
        offerToNotify(waiting)
      }}
      touches={marketsAndShopsKey}
      labels={MARKET_LABELS}
    >
      <Fields hasFlorist={false} />
    </RecordForm>
  )
}

/** Market form: one that is there. */
export function EditMarket() {
  const { id } = route.useParams()
  const query = useQuery(marketQuery(id))
  const detail = { to: '/admin/markets/$id', params: { id } } as const
  return (
    <EditPage list={LIST} query={query} missing="Market not found">
      {(market) => (
        <RecordForm
          record="Market"
          list={LIST}
          detail={{ label: market.name, ...detail }}
          schema={marketForm}
          start={formOf(market)}
          reload={async () => formOf(await readMarket(id))}
          save={async (form, version) => {
            const { waiting } = await confirmingFlorist((withoutFlorist) =>
              updateMarket(id, { ...form, version, withoutFlorist }),
            )
            offerToNotify(waiting)
          }}
          touches={marketsAndShopsKey}
          labels={MARKET_LABELS}
        >
          <Fields id={id} hasFlorist={hasFlorist(market)} />
        </RecordForm>
      )}
    </EditPage>
  )
}

function formOf(market: MarketDetail) {
  const { name, zipCodes, timeZone, openingHours, pausedReason, closedWithoutFlorist, closedDates, version } =
    market
  const { asksForAnswer, assignsAutomatically, fulfilmentMinutes, offersChoiceAfterMinutes, choiceHours } =
    market
  const values: MarketFormInput = {
    name,
    zipCodes,
    timeZone,
    openingHours,
    pausedReason,
    closedWithoutFlorist,
    closedDates,
    asksForAnswer,
    assignsAutomatically,
    answerMinutes: answerMinutesOf(market.answerMinutes),
    fulfilmentMinutes,
    offersChoiceAfterMinutes,
    choiceHours,
  }
  return { values, version }
}

function Fields({ id, hasFlorist }: { id?: string; hasFlorist: boolean }) {
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
