import { formatNumber } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

const suggestNear = (near: string | undefined) => (near === undefined ? '' : `. Did you mean ${near}?`)

export const ruleEditor = {
  replaceWith: (text: string) => `Replace with ${text}`,
  removeFromSources: (name: string) => `Remove ${name} from FROM`,
  plainText: (most: number) =>
    `The statement has more than ${formatNumber(most)} characters: it is edited as plain text, without colours, completions and checks.`,
  example: vocabulary.example,
  valueOf: (expression: string) => `${expression} of this message`,
  fails: (reason: string) => `Fails: ${reason}`,
  missing: (path: string, meantPath: string | undefined) =>
    `The message to try has no ${path}: it is undefined${suggestNear(meantPath)}`,
  missingInAll: (all: string, path: string, meantPath: string | undefined) =>
    `None of ${all} messages to try has ${path}: it is undefined${suggestNear(meantPath)}`,
  missingInMany: (count: string, all: string, path: string, meantPath: string | undefined) =>
    `In ${count} of ${all} messages to try there is no ${path}: it is undefined${suggestNear(meantPath)}`,
  eventHas: (event: string, columns: string) => `Event: ${event}. Columns: ${columns}`,
  columnOf: (events: string) => `Column of ${events}`,
  columnOfMany: (count: string) => `Column of ${count} events`,
  columnOfAll: 'Column of every event',
}

/** The effect of each keyword of the language; a test keeps the list in step with the language. */
export const keywordTexts = {
  SELECT: 'Lists the fields of the result, made from the columns of the event.',
  FOREACH: 'Goes through the items of an array: each gives a result of its own.',
  DO: 'Lists the fields of the result for each item of FOREACH.',
  INCASE: 'Keeps the items of FOREACH for which the condition holds.',
  FROM: 'Names the topics, events and data sources that trigger the rule.',
  WHERE: 'Lets the rule pass only if the condition holds.',
  AS: 'Gives a value its name in the result. What follows can use the name.',
  CASE: 'Gives the value of the first WHEN that holds.',
  WHEN: 'A condition of CASE.',
  THEN: 'The value if the condition before it holds.',
  ELSE: 'The value if no WHEN holds; without it, undefined.',
  END: 'Ends CASE.',
  AND: 'Holds if both sides hold.',
  OR: 'Holds if one of both sides holds.',
  NOT: 'Holds if what follows does not hold.',
  IN: 'Holds if the list contains the value.',
  DIV: 'Divides integers and drops the remainder.',
  MOD: 'The remainder of a division of integers.',
  TRUE: 'The boolean value true.',
  FALSE: 'The boolean value false.',
}

/** The values beside the lines of a statement, where there is little room. */
export const lineValues = {
  matches: 'matches',
  firstItem: (value: string) => `1st item: ${value}`,
  items: (passed: string, all: string) => `${passed} of ${all} items`,
  fails: (reason: string) => `fails: ${reason}`,
  brokerOnly: 'only the broker can say',
}

export const completionKinds = {
  column: 'column',
  alias: 'named here',
  field: 'in the message',
  function: 'function',
  keyword: 'keyword',
  event: 'event',
  source: 'data source',
  topic: 'topic',
}

export const valueTypes = {
  any: 'any value',
  integer: 'an integer',
  number: 'a number',
  float: 'a float',
  text: 'a text',
  list: 'an array',
  map: 'an object',
  boolean: 'true or false',
}

export const statementFaults = {
  empty: 'The statement is empty',
  nesting: 'Brackets are nested too deeply',
  length: 'The statement is too long to be checked here',
  endsEarly: 'The statement ends too early',
  unexpected: (found: string) => `“${found}” is not expected here`,
  badNumber: (found: string) =>
    `“${found}” is no number to the broker: write an exponent with a decimal point, as in 1.0e3`,
}

export const statementProblems = {
  unknownFunction: (name: string, near: string | undefined) =>
    `There is no function ${name}${suggestNear(near)}`,
  argumentCount: (name: string, counts: string, given: string) =>
    `${name} takes ${counts} arguments, here it gets ${given}`,
  argumentType: (name: string, wanted: string, given: string) => `${name} takes ${wanted} here, not ${given}`,
  argumentOption: (name: string, given: string, options: string) =>
    `${name} takes ${options} here, not ${given}`,
  unknownColumn: (name: string, near: string | undefined) =>
    `Nothing in FROM has a column ${name}: it is undefined${suggestNear(near)}`,
  otherEvent: (name: string, events: string) =>
    `${name} is a column of ${events}. Nothing in FROM has it: it is undefined`,
  notEverywhere: (name: string, without: string) => `${name} is undefined for what comes from ${without}`,
  earlyAlias: (name: string) => `${name} is named further on: here it is undefined`,
  unknownEvent: (name: string, near: string | undefined) =>
    `The broker has no event ${name}${suggestNear(near)}`,
  unknownSource: (name: string, near: string | undefined) =>
    `There is no data source ${name}: nothing triggers the rule through it${suggestNear(near)}`,
  unknownSchema: (name: string, near: string | undefined) =>
    `There is no schema ${name} in the schema registry: the rule fails at this call${suggestNear(near)}`,
  impossibleFilter: (name: string) => `No topic matches ${name}: it isn't a topic filter`,
  quietFilter: (name: string, near: string | undefined) =>
    `No subscription or retained message of the broker matches ${name}. Messages without a subscriber still reach the rule${suggestNear(near)}`,
  payloadNoJson:
    'The payload of the message to try is not JSON: for such a message the rule fails when it reads a field of the payload',
  coveredSource: (name: string, by: string) =>
    `${by} covers ${name}: ${name} adds nothing. The rule runs once for a message that matches both`,
  sharedFilter: (name: string) =>
    `No message has the topic ${name}: a rule does not subscribe, so FROM takes the filter without the share`,
  sourceTwice: (name: string) => `${name} is in FROM already`,
}
