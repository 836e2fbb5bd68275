import { actions } from '@brokerdeck/contract/integration/actions.ts'
import { acts } from '../../http/acts.ts'
import { actionHandlers } from './action-handlers.ts'

export const actionsApi = acts({
  endpoints: actions,
  uses: ['cluster', 'edition', 'integrations', 'now'],
  handlers: actionHandlers('actions'),
})
