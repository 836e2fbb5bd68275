import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './console.en.ts'
import * as zh from './console.zh.ts'

export const { auditLog, dashboardSettings, license } = defineMessages(en, zh)
