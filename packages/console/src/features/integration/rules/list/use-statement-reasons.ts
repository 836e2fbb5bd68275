import { useEffect, useState } from 'react'
import { rules as m } from '#features/integration/rules/messages/rules.ts'

/** The parser is larger than the list, so it is loaded once a row is in sight. */
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

/** The maximum number of reasons, because a hint has to stay readable. */
const mostReasons = 5
/** The number of characters from which a statement is checked in a task of its own. */
const longStatement = 5_000
let turn = Promise.resolve()

/** Checks long statements one after the other, so that the page stays responsive in between. */
function inTurn(sql: string, work: () => void): Promise<void> {
  if (sql.length < longStatement) return Promise.resolve().then(work)
  turn = turn.then(() => new Promise((resolve) => setTimeout(resolve))).then(work)
  return turn
}

/** Results are cached, because a list that refreshes itself checks the same few statements again and again. */
const known = new Map<string, readonly string[]>()

const MOST = 1000

/** Returns in words why a statement does not work as intended; empty until the statement has been checked. */
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
