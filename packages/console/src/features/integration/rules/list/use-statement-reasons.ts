import { useEffect, useState } from 'react'
import { rules as m } from '#features/integration/rules/messages/rules.ts'

/** The grammar weighs more than the list, so it comes once a row is in sight. */
const language = async () => {
  const [{ checkStatement }, { problemText }] = await Promise.all([
    import('@brokerdeck/languages/rule-sql/check-statement.ts'),
    import('#features/integration/rules/editor/problem-text.ts'),
  ])
  return (sql: string) => {
    const reasons = [...new Set(checkStatement(sql).map(problemText))]
    const rest = reasons.length - mostReasons
    return rest > 0 ? [...reasons.slice(0, mostReasons), m.moreReasons(rest)] : reasons
  }
}

/** A hint is for reading. */
const mostReasons = 5
/** Characters of a statement from which on no other one is looked at in the same turn. */
const longStatement = 5_000
let turn = Promise.resolve()

/** One long statement after the other, so that the page answers in between. */
function inTurn(sql: string, work: () => void): Promise<void> {
  if (sql.length < longStatement) return Promise.resolve().then(work)
  turn = turn.then(() => new Promise((resolve) => setTimeout(resolve))).then(work)
  return turn
}

/** The same few statements are looked at again and again while a list refreshes itself. */
const known = new Map<string, readonly string[]>()

const MOST = 1000

/** Why a statement does not do what it should, in words; none until it was looked at. */
export function useStatementReasons(sql: string): readonly string[] {
  const [reasons, setReasons] = useState(known.get(sql))
  useEffect(() => {
    let isWanted = true
    void language().then((reasonsOf) =>
      inTurn(sql, () => {
        if (!isWanted) return
        const found = known.get(sql) ?? reasonsOf(sql)
        if (known.size >= MOST) known.clear()
        known.set(sql, found)
        setReasons(found)
      }),
    )
    return () => {
      isWanted = false
    }
  }, [sql])
  return reasons ?? []
}
