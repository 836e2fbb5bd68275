import { schemaValidations as endpoints } from '@brokerdeck/contract/data-hub/schema-validations.ts'
import { send } from '#acting/action.tsx'
import { request } from '#api/http.ts'
import { validations as m, screening } from '#features/data-hub/messages/screening.ts'
import {
  orderAfter,
  screenColumns,
  screenCounters,
  screenFigures,
} from '#features/data-hub/screening/screen-parts.tsx'
import { queryPerItem, readOne, wholeList } from '#resource/managed-list.ts'
import { declareResource } from '#resource/managed-resource.ts'
import { linkTo } from '#routes/routes.ts'
import { Verbatim } from '#ui/verbatim.tsx'

const toParams = ({ name }: { readonly name: string }) => ({ params: { name } })

/** Describes the validations, which check messages before they are delivered. */
export const validationResource = declareResource({
  toId: ({ name }) => name,
  formatName: ({ name }) => name,
  address: linkTo('validations'),
  list: wholeList(endpoints.list, {}, (all) => all, { pollSeconds: 10 }),
  columns: screenColumns(),
  columnsKey: 'validationTableColumns',
  exportName: 'schema-validations',
  words: m,
  status: {
    read: queryPerItem(endpoints.metrics, toParams, screenFigures('$events/schema_validation_failed'), {
      atATime: 4,
    }),
    isForSight: true,
  },
  metrics: {
    counters: screenCounters(m),
    rateDefinition: screening.rateDefinition,
    reset: send(endpoints.resetMetrics, toParams),
  },
  enable: {
    isOn: ({ enable }) => enable,
    set: (enable) => send(endpoints.enable, ({ name }) => ({ params: { name, enable } })),
    enabling: m.enabling,
    disabling: m.disabling,
    // Enabling and disabling both change which messages pass and which fail.
    interrupts: () => 'data',
  },
  order: {
    move: (move) => request(endpoints.reorder, { body: { order: orderAfter(move) } }),
    definition: m.order,
  },
  copy: ({ name }) => linkTo('createValidation', { target: name }),
  remove: {
    deed: send(endpoints.remove, toParams),
    consequence: () => m.removeBody,
    interrupts: ({ enable }) => (enable ? 'data' : 'nothing'),
  },
  page: {
    address: (name, tab) => linkTo('validation', { name }, { tab }),
    isMono: true,
    read: readOne(
      endpoints.get,
      (name) => toParams({ name }),
      (validation) => validation,
    ),
    summary: ({ description }) => description !== '' && <Verbatim text={description} wrap />,
    tabs: [{ id: 'settings', label: screening.settings }],
    words: m,
  },
})
