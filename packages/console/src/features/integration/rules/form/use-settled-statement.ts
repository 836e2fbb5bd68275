import { parseStatement } from '@brokerdeck/languages/rule-sql/parse-statement.ts'
import { useDeferredValue, useEffect, useState } from 'react'

/** Characters above which what follows from a statement is not worked out between two keys. */
const long = 10_000
/** Milliseconds after the last key. */
const pause = 150

/**
 * A statement that is typed, for what follows from it: it comes after the key, and if it is long once nobody types. A
 * long one is parsed in a task of its own, before what follows is drawn: both together hold up the next key.
 */
export function useSettledStatement(sql: string): string {
  const deferred = useDeferredValue(sql)
  const [rested, setRested] = useState(sql)
  const isLong = sql.length > long
  useEffect(() => {
    if (!isLong) return
    let timer = setTimeout(() => {
      // The result is kept for those that ask next.
      parseStatement(sql)
      timer = setTimeout(() => setRested(sql))
    }, pause)
    return () => clearTimeout(timer)
  }, [sql, isLong])
  return isLong ? rested : deferred
}
