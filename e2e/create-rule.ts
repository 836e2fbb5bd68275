import { postAsOperator } from './post-as-operator.ts'

/** Creates a rule that writes a line for each message; an existing rule stays as it is. */
export async function createRule(url: string, id: string): Promise<void> {
  const body = { id, sql: 'SELECT * FROM "site/#"', actions: [{ function: 'console' }] }
  const answer = await postAsOperator(url, 'rules', body)
  const refused = answer.ok ? '' : await answer.text()
  if (refused !== '' && !refused.includes('already exists')) throw new Error(`It was refused: ${refused}`)
}
