import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs'
import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import { type ReactNode, useMemo } from 'react'
import { pluginReadme as m } from '#features/extensions/messages.ts'
import { visibleText } from '#lib/visible-text.ts'
import { LongText } from '#ui/long-text.tsx'
import { VerbatimPieces } from '#ui/verbatim.tsx'
import classes from './readme-text.module.css'

/** The maximum length of a parsed text; a longer text is shown as plain text, because parsing it could take seconds. */
const longest = 32_768
const mostDepth = 20
/**
 * The maximum number of marks in a block: with many more, the lexer takes seconds to match them (20 s for 30 kB of
 * `_a*`).
 */
const mostMarks = 500
const mark = /[*_~`[\]<(\\!]/g

/**
 * Renders untrusted Markdown as elements of this page: HTML is shown as text, images are named and not loaded, and
 * links lead to web pages and mail addresses only.
 */
export function ReadmeText({ text }: { readonly text: string }) {
  const tokens = useMemo(() => parseTokens(text), [text])
  return tokens === undefined ? (
    <pre className={classes['plain']}>
      <LongText text={text} />
    </pre>
  ) : (
    <div className={classes['readme']}>
      <Blocks tokens={tokens} depth={0} />
    </div>
  )
}

/** Parses the text; returns undefined if it is too long, has too many marks in a block, or cannot be parsed. */
function parseTokens(text: string): readonly Token[] | undefined {
  const isCrowded = (block: string) => (block.match(mark)?.length ?? 0) > mostMarks
  if (text.length > longest || text.split(/\n\s*\n/).some(isCrowded)) return undefined
  try {
    return new Lexer({ gfm: true }).lex(text)
  } catch {
    // A text that the library cannot parse is shown as it is.
    return undefined
  }
}

interface TokensProps {
  readonly tokens: readonly Token[]
  readonly depth: number
}

/** Renders block and inline tokens alike, because a list item may contain both. */
function Blocks({ tokens, depth }: TokensProps) {
  if (depth > mostDepth) return <Words text={tokens.map(({ raw }) => raw).join('')} />
  return inOrder(tokens).map(({ at, one }) =>
    isKnown(one) ? <Block key={at} token={one} depth={depth + 1} /> : <Words key={at} text={one.raw} />,
  )
}

/** Returns the items with their index, which serves as the key because the text is static. */
function inOrder<T>(list: readonly T[]): readonly { readonly at: number; readonly one: T }[] {
  return list.map((one, at) => ({ at, one }))
}

const kinds: ReadonlySet<string> = new Set<MarkedToken['type']>([
  ...(['blockquote', 'br', 'checkbox', 'code', 'codespan', 'def', 'del', 'em', 'escape', 'heading'] as const),
  ...(['hr', 'html', 'image', 'link', 'list', 'list_item', 'paragraph', 'space', 'strong', 'table'] as const),
  'text',
])
const isKnown = (token: Token): token is MarkedToken => kinds.has(token.type)

interface BlockProps<T> {
  readonly token: T
  readonly depth: number
}

function Block({ token, depth }: BlockProps<MarkedToken>): ReactNode {
  const inner = 'tokens' in token && token.tokens !== undefined && (
    <Blocks tokens={token.tokens} depth={depth} />
  )
  switch (token.type) {
    case 'paragraph':
      return <p>{inner}</p>
    // Headings are rendered as paragraphs, because their levels would break the heading order of the page.
    case 'heading':
      return <p className={classes[token.depth === 1 ? 'first' : 'heading']}>{inner}</p>
    case 'blockquote':
      return <blockquote>{inner}</blockquote>
    case 'strong':
      return <strong>{inner}</strong>
    case 'em':
      return <em>{inner}</em>
    case 'del':
      return <s>{inner}</s>
    case 'link':
      return <ReadmeLink token={token}>{inner}</ReadmeLink>
    case 'list':
      return <List token={token} depth={depth} />
    case 'table':
      return <Table token={token} depth={depth} />
    case 'code':
      return (
        <pre>
          <Words text={token.text} isCode />
        </pre>
      )
    case 'codespan':
      return (
        <code>
          <Words text={token.text} isCode />
        </code>
      )
    case 'image':
      return (
        <span className="dim">
          <Words text={m.image(token.text === '' ? token.href : token.text)} />
        </span>
      )
    case 'text':
      return token.tokens === undefined ? <Words text={token.text} /> : inner
    case 'escape':
      return <Words text={token.text} />
    case 'hr':
      return <hr />
    case 'br':
      return <br />
    case 'space':
    case 'def':
      return null
    default:
      return <Words text={token.raw} />
  }
}

function List({ token: { ordered, start, items }, depth }: BlockProps<Tokens.List>) {
  const list = inOrder(items).map(({ at, one }) => (
    <li key={at}>
      <Blocks tokens={one.tokens} depth={depth} />
    </li>
  ))
  return ordered ? <ol start={start === '' ? 1 : start}>{list}</ol> : <ul>{list}</ul>
}

/* The region takes the focus, because axe requires it of a scrollable region. */
const reachable = { tabIndex: 0 } as const

function Table({ token: { header, rows }, depth }: BlockProps<Tokens.Table>) {
  return (
    <div className={classes['table']} {...reachable}>
      <table>
        <thead>
          <tr>
            {inOrder(header).map(({ at, one }) => (
              <th key={at} scope="col">
                <Blocks tokens={one.tokens} depth={depth} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {inOrder(rows).map(({ at, one: cells }) => (
            <tr key={at}>
              {inOrder(cells).map(({ at: column, one }) => (
                <td key={column}>
                  <Blocks tokens={one.tokens} depth={depth} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Renders a link to a web page or a mail address and marks it as external; any other link stays text with its URL. */
function ReadmeLink({
  token: { href, raw },
  children,
}: {
  readonly token: Tokens.Link
  readonly children: ReactNode
}) {
  const address = URL.canParse(href) ? new URL(href) : undefined
  if (address === undefined || !['http:', 'https:', 'mailto:'].includes(address.protocol))
    return <Words text={raw} />
  return (
    <a href={address.href} title={visibleText(address.href, 300)} target="_blank" rel="noopener noreferrer">
      {children}
      <IconExternalLink size={14} stroke={1.5} aria-hidden />
      <span className="visually-hidden">{m.elsewhere}</span>
    </a>
  )
}

const entities: ReadonlyMap<string, string> = new Map([
  ...([
    ['&amp;', '&'],
    ['&lt;', '<'],
    ['&gt;', '>'],
    ['&quot;', '"'],
    ['&#39;', "'"],
    ['&nbsp;', ' '],
  ] as const),
])

/** Renders text with invisible characters made visible, and without characters that reorder the text around it. */
function Words({ text, isCode = false }: { readonly text: string; readonly isCode?: boolean }) {
  const spelled = isCode
    ? text
    : text.replaceAll(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (one) => entities.get(one) ?? one)
  return <VerbatimPieces text={spelled} keepLines />
}
