import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './page.en.ts'
import * as zh from './page.zh.ts'

export const { chart, dialogs, leaveGuard, page, payloadInput, searchableText, table, filters } =
  defineMessages(en, zh)
