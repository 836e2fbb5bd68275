import type { ErrorCode } from 'yaml'

/** The messages never contain text of the file, because the wrong line may be that of a password. */
const sentences: Readonly<Record<ErrorCode, string>> = {
  ALIAS_PROPS: 'an alias has neither anchor nor tag',
  BAD_ALIAS: 'this alias is none',
  BAD_COLLECTION_TYPE: 'the tag does not fit what follows',
  BAD_DIRECTIVE: 'this directive is none',
  BAD_DQ_ESCAPE: 'what follows the backslash is no escape',
  BAD_INDENT: 'the line is not indented as it has to be',
  BAD_PROP_ORDER: 'anchor and tag have to stand behind the indicator',
  BAD_SCALAR_START: 'a value that begins so has to be quoted',
  BLOCK_AS_IMPLICIT_KEY: 'there is a second name in the line; a value with a colon has to be quoted',
  BLOCK_IN_FLOW: 'a list or map in brackets has no lines of its own',
  DUPLICATE_KEY: 'the name stands here for the second time',
  IMPOSSIBLE: 'it is no YAML',
  KEY_OVER_1024_CHARS: 'a name has at most 1024 characters',
  MISSING_CHAR: 'a quote, bracket, comma, colon or blank is missing',
  MULTILINE_IMPLICIT_KEY: 'a name is followed by a colon in the same line',
  MULTIPLE_ANCHORS: 'a value has one anchor',
  MULTIPLE_DOCS: 'it is more than one document',
  MULTIPLE_TAGS: 'a value has one tag',
  NON_STRING_KEY: 'a name has to be a text',
  RESOURCE_EXHAUSTION: 'it is too deep',
  TAB_AS_INDENT: 'lines are indented by blanks, not by tabs',
  TAG_RESOLVE_FAILED: 'the tag does not fit the value',
  UNEXPECTED_TOKEN: 'nothing like this can stand here; a value with special characters has to be quoted',
}

export function describeYamlFault(code: ErrorCode): string {
  return sentences[code]
}
