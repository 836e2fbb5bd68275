import { functionCatalogue } from '@brokerdeck/languages/rule-sql/function-catalogue.ts'
import * as v from 'valibot'
import { ruleFunctions as m } from '#features/integration/rules/messages/rule-functions.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { useUrlSearch } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { Panel } from '#ui/panel.tsx'
import { FunctionList } from './function-list.tsx'

const text = v.fallback(v.optional(v.string()), undefined)
const searchSchema = v.object({ q: text, name: text })

/** The page of the functions that a statement can call; a link can open one function. */
export function FunctionsPage() {
  const [{ q, name }, change] = useUrlSearch('functions', searchSchema)
  return (
    <Page title={m.title} summary={m.summary(formatNumber(functionCatalogue.length))}>
      <Panel title={m.title}>
        <FunctionList
          search={q ?? ''}
          onSearch={(search) => change({ q: search === '' ? undefined : search })}
          open={name}
          onOpen={(opened) => change({ name: opened })}
        />
      </Panel>
    </Page>
  )
}
