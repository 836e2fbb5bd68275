/** Implements the part of `XMLHttpRequest` that uploads use with a `fetch`: jsdom's own would use the network. */
export function uploadThrough(send: typeof fetch): typeof XMLHttpRequest {
  return class extends XMLHttpRequest {
    readonly #headers = new Headers()
    readonly #controller = new AbortController()
    #method = 'GET'
    #url = ''
    #answer: { readonly status: number; readonly text: string; readonly headers: Headers } | undefined

    override open(method: string, url: string | URL): void {
      this.#method = method
      this.#url = String(url)
    }

    override setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value)
    }

    override send(body?: Document | XMLHttpRequestBodyInit | null): void {
      void this.#run(body instanceof FormData ? body : null)
    }

    override abort(): void {
      this.#controller.abort()
    }

    override getResponseHeader(name: string): string | null {
      return this.#answer?.headers.get(name) ?? null
    }

    override get status(): number {
      return this.#answer?.status ?? 0
    }

    override get responseText(): string {
      return this.#answer?.text ?? ''
    }

    async #run(body: FormData | null): Promise<void> {
      const { signal } = this.#controller
      const whole = { lengthComputable: true, loaded: 2, total: 2 }
      this.upload.dispatchEvent(new ProgressEvent('progress', { ...whole, loaded: 1 }))
      try {
        const response = await send(this.#url, { method: this.#method, headers: this.#headers, body, signal })
        this.upload.dispatchEvent(new ProgressEvent('progress', whole))
        this.#answer = { status: response.status, text: await response.text(), headers: response.headers }
        this.dispatchEvent(new ProgressEvent('load'))
      } catch {
        this.dispatchEvent(new ProgressEvent(signal.aborted ? 'abort' : 'error'))
      }
      this.dispatchEvent(new ProgressEvent('loadend'))
    }
  }
}
