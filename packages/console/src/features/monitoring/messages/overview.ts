import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './overview.en.ts'
import * as zh from './overview.zh.ts'

export const { overview, health } = defineMessages(en, zh)
