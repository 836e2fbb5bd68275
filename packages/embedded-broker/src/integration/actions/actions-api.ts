import { actions } from '@brokerdeck/contract/integration/actions.ts'
import { apiResource } from '../../http/api-resource.ts'
import { actionHandlers } from './action-handlers.ts'

export const actionsApi = apiResource({
  endpoints: actions,
  uses: ['cluster', 'edition', 'integrations', 'now'],
  handlers: actionHandlers('actions'),
})
