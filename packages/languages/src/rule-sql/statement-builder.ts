import type { SyntaxNode, Tree } from '@lezer/common'
import { bounds, expressions, parts, unquote, withoutBrackets } from './expression-nodes.ts'
import { clauseWords } from './keyword.ts'
import {
  type Comment,
  comparators,
  type Expression,
  type Field,
  type Literal,
  operators,
  type Reference,
  type Statement,
  type Step,
  type TextRange,
} from './statement.ts'
import type { StatementFault } from './statement-problem.ts'

/**
 * The expressions that a place accepts: `scalar` is a calculation, `value` may contain one comparison, `argument` is
 * an argument of a function.
 */
type Role = 'scalar' | 'value' | 'argument' | 'condition'

class Refused extends Error {
  readonly fault: StatementFault
  constructor(fault: StatementFault) {
    super(fault.kind)
    this.fault = fault
  }
}

/** Converts an error-free tree to a statement, and reports the places that the broker rejects nevertheless. */
export class StatementBuilder {
  readonly #text: string
  readonly #shift: number

  constructor(text: string, shift: number) {
    this.#text = text
    this.#shift = shift
  }

  statement(tree: Tree): Statement | StatementFault {
    const node = tree.topNode.firstChild
    const body =
      node?.name === 'Comment' ? (node.parent?.getChild('Select') ?? tree.topNode.getChild('Foreach')) : node
    if (body === null || body === undefined) return this.#fault('syntax', tree.topNode)
    const comments: Comment[] = []
    tree.iterate({
      enter: (found) => {
        if (found.name === 'Comment') comments.push(this.#comment(found.node))
      },
    })
    try {
      const each = body.getChild('Do')?.getChild('Fields')
      const incase = body.getChild('Incase')
      const where = body.getChild('Where')
      return {
        kind: body.name === 'Select' ? 'select' : 'foreach',
        fields: this.#fields(body.getChild('Fields')),
        each: each === undefined || each === null ? undefined : this.#fields(each),
        incase: incase === null ? undefined : this.#only(incase, 'condition'),
        sources: (body.getChild('From')?.getChildren('Source') ?? []).map((source) => ({
          name: unquote(this.#slice(source)),
          ...this.#place(source),
        })),
        where: where === null ? undefined : this.#only(where, 'condition'),
        comments,
      }
    } catch (error) {
      if (error instanceof Refused) return error.fault
      throw error
    }
  }

  #fields(list: SyntaxNode | null): Field[] {
    return (list?.getChildren('Field') ?? []).map((field): Field => {
      if (field.getChild('Everything') !== null) return { kind: 'everything', ...this.#place(field) }
      const [node] = parts(field)
      if (node === undefined) throw new Refused(this.#fault('syntax', field))
      const alias = field.getChild('Alias')
      const isCase = withoutBrackets(node).name === 'Case'
      const value = isCase ? this.#case(withoutBrackets(node)) : this.#expression(node, 'value')
      if (alias !== null && value.kind === 'comparison' && !/^as\b/i.test(this.#slice(alias))) {
        throw new Refused(this.#fault('syntax', alias))
      }
      const named = alias === null ? undefined : this.#only(alias, 'scalar')
      if (named !== undefined && named.kind !== 'reference' && named.kind !== 'literal') {
        throw new Refused(this.#fault('syntax', field))
      }
      return { kind: 'field', value, alias: named, ...this.#place(field) }
    })
  }

  #only(parent: SyntaxNode, role: Role): Expression {
    const [node] = parts(parent)
    if (node === undefined) throw new Refused(this.#fault('syntax', parent))
    return this.#expression(node, role)
  }

  #expression(node: SyntaxNode, role: Role): Expression {
    const place = this.#place(node)
    const operands = parts(node)
    const [left, right] = operands
    const toRefused = () => new Refused(this.#fault('syntax', node))
    const operand = (at: SyntaxNode | undefined, as: Role) => {
      if (at === undefined) throw toRefused()
      return this.#expression(at, as)
    }
    switch (node.name) {
      case 'Or':
      case 'And': {
        if (role !== 'condition') throw toRefused()
        const kind = node.name === 'Or' ? 'or' : 'and'
        return { kind, left: operand(left, role), right: operand(right, role), ...place }
      }
      case 'Not':
        if (role !== 'condition') throw toRefused()
        return { kind: 'not', operand: operand(left, role), ...place }
      case 'In': {
        if (role !== 'condition') throw toRefused()
        const items = operands.slice(1).map((item) => this.#expression(item, 'value'))
        const found: Expression = { kind: 'in', operand: operand(left, 'scalar'), items, ...place }
        const isNegated = node.getChildren('Keyword').length > 1
        return isNegated ? { kind: 'not', operand: found, ...place } : found
      }
      case 'Comparison': {
        if (role === 'scalar') throw new Refused(this.#fault('syntax', node.getChild('Comparator') ?? node))
        const inner = role === 'argument' ? 'argument' : 'scalar'
        // Chained comparisons are invalid: 1 = 2 = 3.
        if (left?.name === 'Comparison' || right?.name === 'Comparison') throw toRefused()
        const written = this.#slice(node.getChild('Comparator') ?? node)
        const comparator = comparators.find((one) => one === written)
        if (comparator === undefined) throw toRefused()
        return {
          kind: 'comparison',
          comparator,
          left: operand(left, inner),
          right: operand(right, inner),
          ...place,
        }
      }
      case 'Arithmetic': {
        const inner = role === 'argument' ? 'argument' : 'scalar'
        const written = this.#readOperator(node)
        const operator = operators.find((one) => one === written)
        if (operator === undefined) throw toRefused()
        return {
          kind: 'arithmetic',
          operator,
          left: operand(left, inner),
          right: operand(right, inner),
          ...place,
        }
      }
      case 'Unary':
        return {
          kind: 'unary',
          operator: this.#readOperator(node) === '-' ? '-' : '+',
          operand: operand(left, role === 'argument' ? role : 'scalar'),
          ...place,
        }
      case 'Parentheses':
        return operand(left, role === 'value' ? 'scalar' : role)
      case 'Named':
        return { kind: 'named', of: operand(left, role), alias: this.#reference(right ?? node), ...place }
      case 'Case':
        if (role !== 'argument') throw toRefused()
        return this.#case(node)
      case 'Call': {
        const [callee, ...args] = operands
        const word = node.getChild('Div') ?? node.getChild('Mod')
        if (word !== null) {
          const name = { kind: 'key', key: this.#slice(word), ...this.#place(word) } as const
          const reference: Reference = { kind: 'reference', steps: [name], ...this.#place(word) }
          return {
            kind: 'call',
            callee: reference,
            args: operands.map((one) => this.#expression(one, 'argument')),
            ...place,
          }
        }
        if (callee === undefined) throw toRefused()
        return {
          kind: 'call',
          callee: this.#reference(callee),
          args: args.map((one) => this.#expression(one, 'argument')),
          ...place,
        }
      }
      case 'Variable': {
        const text = this.#slice(node)
        return text === 'true' || text === 'false'
          ? { kind: 'literal', value: text === 'true', ...place }
          : this.#reference(node)
      }
      case 'Path':
        return this.#reference(node)
      case 'String':
        return { kind: 'literal', value: unquote(this.#slice(node)), ...place }
      case 'Number':
        return this.#number(node)
      case 'Range':
        return { kind: 'range', ...bounds(this.#slice(node)), ...place }
      case 'Slice': {
        const range = node.getChild('Range')
        if (left === undefined || range === null) throw toRefused()
        return { kind: 'slice', of: this.#reference(left), ...bounds(this.#slice(range)), ...place }
      }
      case 'List':
        return { kind: 'list', items: operands.map((item) => this.#expression(item, 'scalar')), ...place }
      default:
        throw toRefused()
    }
  }

  #case(node: SyntaxNode): Expression {
    const subject = parts(node).find(({ name }) => expressions.has(name))
    const otherwise = node.getChild('Else')
    const branches = node.getChildren('When').map((branch) => {
      const [when, gives] = parts(branch)
      if (when === undefined || gives === undefined) throw new Refused(this.#fault('syntax', branch))
      return { when: this.#expression(when, 'condition'), gives: this.#expression(gives, 'value') }
    })
    return {
      kind: 'case',
      subject: subject === undefined ? undefined : this.#expression(subject, 'value'),
      branches,
      otherwise: otherwise === null ? undefined : this.#only(otherwise, 'value'),
      ...this.#place(node),
    }
  }

  #reference(node: SyntaxNode): Reference {
    const steps: Step[] = []
    for (let child = node.firstChild; child !== null; child = child.nextSibling) {
      const place = this.#place(child)
      if (child.name === 'Name' || child.name === 'QuotedName') {
        steps.push({ kind: 'key', key: unquote(this.#slice(child)), ...place })
      } else if (child.name === 'Key') steps.push({ kind: 'key', key: this.#parseKey(child), ...place })
      else if (child.name === 'Index') steps.push({ kind: 'index', at: this.#parseIndex(child), ...place })
    }
    const [first] = steps
    const isTruth = first?.kind === 'key' && /^(true|false)$/.test(this.#slice(node.firstChild ?? node))
    if (isTruth && steps.length > 1) throw new Refused(this.#fault('syntax', node))
    return { kind: 'reference', steps, ...this.#place(node) }
  }

  #parseKey(node: SyntaxNode): string {
    const text = this.#slice(node).replace(/^\.\s*/, '')
    // A boolean is no valid name of a part, and a fraction is no valid key.
    if (text === 'true' || text === 'false' || /^\d+\D/.test(text))
      throw new Refused(this.#fault('syntax', node))
    return unquote(text)
  }

  #parseIndex(node: SyntaxNode): bigint | 'head' | 'tail' | Reference {
    const path = node.getChild('Variable') ?? node.getChild('Path')
    if (path !== null) return this.#reference(path)
    const number = node.getChild('Number')
    const text = number === null ? '' : this.#slice(number)
    if (!/^\d+$/.test(text)) throw new Refused(this.#fault('syntax', number ?? node))
    const isNegative = node.getChild('Minus') !== null
    if (text === '0') return isNegative ? 'tail' : 'head'
    return isNegative ? -BigInt(text) : BigInt(text)
  }

  #number(node: SyntaxNode): Literal {
    const text = this.#slice(node)
    if (/^\d+$/.test(text)) return { kind: 'literal', value: BigInt(text), ...this.#place(node) }
    const float = Number(text)
    // The grammar accepts 10e3 and 1.5f as numbers, but the broker cannot read them.
    if (!/^\d+\.\d+(?:[eE][+-]?\d+)?$/.test(text) || !Number.isFinite(float)) {
      throw new Refused(this.#fault('number', node))
    }
    return { kind: 'literal', float, ...this.#place(node) }
  }

  #readOperator(node: SyntaxNode): string {
    for (const name of ['Plus', 'Minus', 'Times', 'Slash', 'Div', 'Mod']) {
      const found = node.getChild(name)
      if (found !== null) return this.#slice(found)
    }
    return ''
  }

  #comment(node: SyntaxNode): Comment {
    const begin = this.#text.lastIndexOf('\n', node.from - 1) + 1
    const before = this.#text.slice(begin, node.from).trim()
    const isFirst = before === '' || clauseWords.includes(/\w*$/.exec(before.toLowerCase())?.[0] ?? '')
    const place = this.#place(node)
    return { text: this.#slice(node).trimEnd(), behind: isFirst ? undefined : begin + this.#shift, ...place }
  }

  #slice = (node: SyntaxNode): string => this.#text.slice(node.from, node.to)

  #place = (node: SyntaxNode): TextRange => ({ from: node.from + this.#shift, to: node.to + this.#shift })

  #fault = (kind: StatementFault['kind'], node: SyntaxNode): StatementFault => ({
    kind,
    found: this.#slice(node).slice(0, 40),
    ...this.#place(node),
  })
}
