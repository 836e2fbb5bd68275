import type { EvaluationBudget } from '../rule-sql/evaluate/budget.ts'
import { failure } from '../rule-sql/evaluate/rule-failure.ts'
import { isBinary, type Term } from '../rule-sql/evaluate/term.ts'
import { type CompiledSchema, toEncodedBytes } from './compile-schema.ts'
import { CodecFault } from './schema-fault.ts'

/** Creates the functions that rule statements use with schemas: `schema_decode`, `schema_encode`, `schema_check`. */
export function createRegistryFunctions(find: (schema: string) => CompiledSchema | undefined) {
  return (name: string, [schemaName, data, type]: readonly Term[], budget?: EvaluationBudget): Term => {
    const schema = typeof schemaName === 'string' ? find(schemaName) : undefined
    if (schema === undefined) throw failure('serde_not_found')
    const messageType = typeof type === 'string' ? type : undefined
    const decode = () => {
      if (!isBinary(data)) throw new CodecFault('the payload is no text')
      return schema.decode(data, messageType, budget)
    }
    const encode = () => toEncodedBytes(schema.encode(data, messageType, budget))
    try {
      if (name === 'schema_decode') return decode()
      if (name === 'schema_encode') return encode()
      if (isBinary(data)) decode()
      else encode()
      return true
    } catch (error) {
      if (!(error instanceof CodecFault)) throw error
      if (name === 'schema_check') return false
      throw failure(`${name}_error`)
    }
  }
}
