import { Capture, type OpenLink } from '#domain/mqtt-link/capture/capture.ts'
import type { LinkMessage } from '#domain/mqtt-link/link-message.ts'
import { ChartReader } from '#features/diagnose/charts/chart-reader.ts'
import { UnpackedPayloads } from '#features/diagnose/charts/unpacked-payloads.ts'
import type { CapturedMessage } from '#features/diagnose/topic-explorer/model/message-store.ts'
import type { TopicNode } from '#features/diagnose/topic-explorer/model/topic-node.ts'
import { TopicTree } from '#features/diagnose/topic-explorer/model/topic-tree.ts'
import type { ExplorerCommand } from './explorer-command.ts'
import type { ExplorerEvent } from './explorer-event.ts'
import { historyFacts } from './history-facts.ts'
import { RowSight } from './row-sight.ts'
import { rowFacts, topicFacts } from './topic-facts.ts'

/**
 * The time between two views of changed messages, in milliseconds: four views a second are as many as a person can
 * read.
 */
const betweenViews = 250
/** The delay of a view after an action of the user, in milliseconds. */
const atOnce = 10

const rowsAtFirst = 40

type Send = (event: ExplorerEvent) => void

/** Holds everything that grows with the number of topics and messages: the tree, the capture, and the histories. */
export class ExplorerEngine {
  readonly #send: Send
  readonly #tree = new TopicTree()
  readonly #sight = new RowSight(this.#tree)
  readonly #capture: Capture
  readonly #contents = new UnpackedPayloads(() => {
    this.#told = ''
    this.#show(betweenViews)
  })
  readonly #chart = new ChartReader(this.#contents)
  #seq = 0
  #selected: string | undefined
  /** The selected topic while the path to it is not opened yet; it may not be in the tree yet. */
  #hidden: string | undefined
  /** The history of the selected topic that was last sent to the page. */
  #told = ''
  #hasMoved = false
  #sized = 0
  #timer: { readonly id: ReturnType<typeof setTimeout>; readonly at: number } | undefined

  constructor(send: Send, openLink: OpenLink) {
    this.#send = send
    this.#capture = new Capture({
      openLink,
      take: (message, now) => this.#take(message, now),
      changed: () => this.#show(betweenViews),
    })
  }

  handle(command: ExplorerCommand): void {
    // Scrolling within the rendered rows needs no new view.
    if (command.kind === 'look' && this.#sight.hasSeen(command.start, command.count)) {
      this.#sight.look(command.start, command.count, command.anchor)
      return
    }
    this.#obey(command)
    this.#show(atOnce)
  }

  close(): void {
    this.#capture.stop()
    this.#contents.close()
    clearTimeout(this.#timer?.id)
  }

  #obey(command: ExplorerCommand): void {
    const sight = this.#sight
    switch (command.kind) {
      case 'look':
        sight.look(command.start, command.count, command.anchor)
        break
      case 'turn':
        sight.turn(command.id, command.isOpen)
        break
      case 'turn-all':
        sight.turnAll(command.isOpen)
        break
      case 'press':
        this.#hasMoved = true
        sight.press(command.key)
        break
      case 'type':
        this.#hasMoved = true
        sight.type(command.typed)
        break
      case 'activate':
        sight.activate(command.id)
        break
      case 'arrange':
        sight.arrange(command.by)
        break
      case 'search':
        sight.find(command.text, command.show)
        break
      case 'select':
        this.#select(command.topic, command.path)
        break
      case 'ask-payload':
        this.#answer(command)
        break
      case 'start':
        this.#capture.start(command)
        break
      case 'stop':
        this.#capture.stop()
        break
      default:
        this.#fill(command)
    }
  }

  #fill(
    command: Extract<ExplorerCommand, { kind: 'add-routes' | 'add-retained' | 'forget' | 'forget-retained' }>,
  ) {
    switch (command.kind) {
      case 'add-routes':
        for (const { topic, node } of command.routes) this.#place(this.#tree.addRoute(topic, node))
        break
      case 'add-retained':
        for (const { topic, ...fact } of command.messages) this.#place(this.#tree.addRetained(topic, fact))
        break
      case 'forget':
        this.#tree.forget(command.source)
        this.#told = ''
        this.#sight.restart()
        break
      case 'forget-retained':
        for (const topic of command.topics) this.#tree.dropRetained(topic)
        this.#sight.refresh()
    }
  }

  #place(node: TopicNode | undefined): void {
    if (node === undefined) return
    this.#sight.search?.markPath(node)
    this.#sight.refresh()
  }

  #take({ topic, payload, qos, retain, properties }: LinkMessage, time: number): void {
    this.#seq += 1
    const { size } = this.#tree
    const message: CapturedMessage = {
      seq: this.#seq,
      time,
      qos,
      retain,
      size: payload.length,
      payload,
      contentType: properties?.contentType,
    }
    const isKnown = this.#tree.find(topic)?.history !== undefined
    const node = this.#tree.addMessage(topic, message)
    if (!isKnown || this.#tree.size !== size) this.#place(node)
  }

  #select(topic: string | undefined, path: readonly (string | number)[] | undefined): void {
    if (topic !== this.#selected) this.#hidden = topic
    this.#selected = topic
    this.#told = ''
    this.#chart.choose(path)
  }

  /** Opens the levels that fit on a screen, until the user opens or closes a branch. */
  #openFirst(): void {
    if (this.#tree.size === this.#sized) return
    this.#sized = this.#tree.size
    this.#sight.openFirst(rowsAtFirst)
  }

  #reveal(): void {
    if (this.#hidden === undefined) return
    const outcome = this.#sight.reveal(this.#hidden)
    if (outcome === 'missing') return
    this.#hidden = undefined
    this.#hasMoved ||= outcome === 'opened'
  }

  #answer({ ask, topic, seq }: Extract<ExplorerCommand, { kind: 'ask-payload' }>): void {
    const message = this.#tree.find(topic)?.history?.messages.find((each) => each.seq === seq)
    this.#send({
      kind: 'payload',
      ask,
      ...(message === undefined ? {} : { payload: message.payload }),
      ...(message?.contentType === undefined ? {} : { contentType: message.contentType }),
    })
  }

  /** Schedules a view; moves a scheduled view only to an earlier time. */
  #show(within: number): void {
    const at = Date.now() + within
    if (this.#timer !== undefined && this.#timer.at <= at) return
    clearTimeout(this.#timer?.id)
    this.#timer = { at, id: setTimeout(() => this.#tell(), within) }
  }

  #tell(): void {
    this.#timer = undefined
    if (this.#capture.isRunning) this.#show(betweenViews)
    if (!this.#sight.isWatched) return
    this.#openFirst()
    this.#reveal()
    const { start, rows, anchor } = this.#sight.take()
    const { span } = this.#capture
    const { active, search } = this.#sight
    const { root, named, size, unplaced } = this.#tree
    this.#send({
      kind: 'view',
      start,
      rows: rows.map((row) => rowFacts(row, span, search)),
      rowCount: this.#sight.rows.length,
      ...(anchor === undefined ? {} : { anchor }),
      ...(active === undefined ? {} : { active }),
      hasMoved: this.#hasMoved,
      topics: root.topics,
      named: { ...named },
      nodes: size,
      unplaced,
      ...(search === undefined ? {} : { found: search.found }),
      capture: this.#capture.view,
      ...(this.#selected === undefined ? {} : { selected: topicFacts(this.#tree, this.#selected, span) }),
    })
    this.#hasMoved = false
    this.#tellHistory()
  }

  #tellHistory(): void {
    const topic = this.#selected
    if (topic === undefined) return
    const history = this.#tree.find(topic)?.history
    const known = [topic, history?.messages[0]?.seq, history?.messages.at(-1)?.seq].join('\n')
    if (known === this.#told) return
    this.#told = known
    this.#send(historyFacts(topic, history, this.#chart.read(history?.messages ?? [])))
  }
}
