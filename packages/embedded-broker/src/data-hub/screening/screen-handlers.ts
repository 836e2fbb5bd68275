import type { ScreenDocuments } from './screen-documents.ts'
import type { ScreenFigures } from './screen-figures.ts'

interface NamedRequest {
  readonly params: { readonly name: string }
}

interface Call<D extends { readonly name: string; readonly enable: boolean }> {
  readonly documents: ScreenDocuments<D>
  readonly figures: ScreenFigures
}

const done = { status: 204, body: undefined } as const

/** Creates the handlers that validations and transformations have in common. */
export function screenHandlers<D extends { readonly name: string; readonly enable: boolean }>() {
  return {
    list: (_received: unknown, { documents }: Call<D>) => ({
      status: 200 as const,
      body: [...documents.list()],
    }),

    async create({ body }: { readonly body: unknown }, { documents }: Call<D>) {
      return { status: 201 as const, body: await documents.add(body) }
    },

    async update({ body }: { readonly body: unknown }, { documents }: Call<D>) {
      return { status: 200 as const, body: await documents.replace(body) }
    },

    async reorder(
      { body }: { readonly body: { readonly order: readonly string[] } },
      { documents }: Call<D>,
    ) {
      await documents.reorder(body.order)
      return done
    },

    get: ({ params }: NamedRequest, { documents }: Call<D>) => ({
      status: 200 as const,
      body: documents.find(params.name),
    }),

    async remove({ params }: NamedRequest, { documents, figures }: Call<D>) {
      await documents.remove(params.name)
      figures.reset(params.name)
      return done
    },

    async enable(
      { params }: { readonly params: { readonly name: string; readonly enable: boolean } },
      { documents }: Call<D>,
    ) {
      await documents.enable(params.name, params.enable)
      return done
    },

    metrics({ params }: NamedRequest, { documents, figures }: Call<D>) {
      documents.find(params.name)
      return { status: 200 as const, body: figures.answer(params.name) }
    },

    resetMetrics({ params }: NamedRequest, { documents, figures }: Call<D>) {
      documents.find(params.name)
      figures.reset(params.name)
      return done
    },
  }
}
