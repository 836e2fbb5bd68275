import type { FieldKind } from '../field.ts'
import { CertificateControl } from './certificate-control.tsx'
import type { ControlOf, FieldOf } from './control-props.ts'
import { FileControl } from './file-control.tsx'
import { ListControl } from './list-control.tsx'
import { MapControl } from './map-control.tsx'
import { MomentControl } from './moment-control.tsx'
import { MultiSelectControl } from './multi-select-control.tsx'
import { ObjectControl } from './object-control.tsx'
import { OneOfControl } from './one-of-control.tsx'
import { RowsControl } from './rows-control.tsx'
import { scalarControls } from './scalar-controls.tsx'
import { SecretControl } from './secret-control.tsx'
import { UnionControl } from './union-control.tsx'

/** A control for every kind of field: one without does not compile. */
export const controls: { readonly [Kind in FieldKind]: ControlOf<FieldOf<Kind>> } = {
  ...scalarControls,
  'one-of': OneOfControl,
  'multi-select': MultiSelectControl,
  secret: SecretControl,
  moment: MomentControl,
  list: ListControl,
  map: MapControl,
  rows: RowsControl,
  object: ObjectControl,
  union: UnionControl,
  certificate: CertificateControl,
  file: FileControl,
}
