import { sources } from '@brokerdeck/contract/integration/sources.ts'
import { acts } from '../../http/acts.ts'
import { actionHandlers } from '../actions/action-handlers.ts'

export const sourcesApi = acts({
  endpoints: sources,
  uses: ['cluster', 'edition', 'integrations', 'now'],
  handlers: actionHandlers('sources'),
})
