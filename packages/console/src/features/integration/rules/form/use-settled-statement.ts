import { parseStatement } from '@brokerdeck/languages/rule-sql/parse-statement.ts'
import { useDeferredValue, useEffect, useState } from 'react'

/** The number of characters above which a statement is not analysed between two keystrokes. */
const long = 10_000
/** The delay after the last keystroke, in milliseconds. */
const pause = 150

/**
 * Returns a typed statement for its analysis: deferred after each keystroke, and for a long statement only after a
 * pause in typing. A long statement is parsed in a task of its own before the analysis is rendered, because both
 * together would delay the next keystroke.
 */
export function useSettledStatement(sql: string): string {
  const deferred = useDeferredValue(sql)
  const [rested, setRested] = useState(sql)
  const isLong = sql.length > long
  useEffect(() => {
    if (!isLong) return
    let timer = setTimeout(() => {
      // The parser caches the result for later callers.
      parseStatement(sql)
      timer = setTimeout(() => setRested(sql))
    }, pause)
    return () => clearTimeout(timer)
  }, [sql, isLong])
  return isLong ? rested : deferred
}
