import { type FigureGroup, noFigures } from './figure-group.ts'

const figuresOf = (key: string, name: string): readonly FigureGroup[] => [
  noFigures(key, {
    [`${name}_enable`]: 'gauge',
    [`${name}_matched`]: 'counter',
    [`${name}_failed`]: 'counter',
    [`${name}_succeeded`]: 'counter',
  }),
]

/** Of Enterprise: there are no validations and transformations here. */
export const validationFigures = figuresOf('schema_validations', 'emqx_schema_validation')
export const transformationFigures = figuresOf('message_transformations', 'emqx_message_transformation')
