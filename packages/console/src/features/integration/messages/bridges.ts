import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './bridges.en.ts'
import * as zh from './bridges.zh.ts'

export const {
  bridges,
  connectors,
  actions,
  sources,
  actionCounters,
  createConnector,
  createAction,
  createSource,
  actionSettings,
  actionCourse,
  probe,
} = defineMessages(en, zh)
