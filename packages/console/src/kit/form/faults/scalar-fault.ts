import type { ScalarField } from '../field.ts'
import { durationFault, numberFault, percentFault, rateFault, sizeFault } from './amount-faults.ts'
import { hostPortFault, jsonFault, patternFault, topicFault, urlFault } from './text-faults.ts'

/** What is wrong with what was typed into a control of one text, as a sentence. It is not empty. */
export function scalarFault(field: ScalarField, text: string): string | undefined {
  switch (field.kind) {
    case 'text':
      return patternFault(field, text)
    case 'number':
      return numberFault(field, text)
    case 'duration':
      return durationFault(field, text)
    case 'byte-size':
      return sizeFault(field, text)
    case 'percent':
      return percentFault(text)
    case 'rate':
      return rateFault(field, text)
    case 'host-port':
      return hostPortFault(field, text)
    case 'url':
      return urlFault(field, text)
    case 'topic':
      return topicFault(field, text)
    case 'json':
      return jsonFault(text)
    case 'lines':
      return field.language?.fault(text)?.message
    case 'select':
    case 'toggle':
      return undefined
  }
}
