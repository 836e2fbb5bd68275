import type { ScalarField } from '../field.ts'
import { ByteSizeControl } from './byte-size-control.tsx'
import type { ControlOf, FieldOf } from './control-props.ts'
import { DurationControl } from './duration-control.tsx'
import { HostPortControl } from './host-port-control.tsx'
import { JsonControl } from './json-control.tsx'
import { LinesControl } from './lines-control.tsx'
import { NumberControl } from './number-control.tsx'
import { PercentControl } from './percent-control.tsx'
import { RateControl } from './rate-control.tsx'
import { SelectControl } from './select-control.tsx'
import { TextControl } from './text-control.tsx'
import { ToggleControl } from './toggle-control.tsx'
import { TopicControl } from './topic-control.tsx'
import { UrlControl } from './url-control.tsx'

type ScalarKind = ScalarField['kind']

/** The controls of what is one text or switch. */
export const scalarControls: { readonly [Kind in ScalarKind]: ControlOf<FieldOf<Kind>> } = {
  text: TextControl,
  lines: LinesControl,
  number: NumberControl,
  toggle: ToggleControl,
  select: SelectControl,
  duration: DurationControl,
  'byte-size': ByteSizeControl,
  percent: PercentControl,
  rate: RateControl,
  'host-port': HostPortControl,
  url: UrlControl,
  topic: TopicControl,
  json: JsonControl,
}
