import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './flows.en.ts'
import * as zh from './flows.zh.ts'

export const { flows, flowNodes, flowTroubles } = defineMessages(en, zh)
