import { sources } from '@brokerdeck/contract/integration/sources.ts'
import { apiResource } from '../../http/api-resource.ts'
import { actionHandlers } from '../actions/action-handlers.ts'

export const sourcesApi = apiResource({
  endpoints: sources,
  uses: ['cluster', 'edition', 'integrations', 'now'],
  handlers: actionHandlers('sources'),
})
