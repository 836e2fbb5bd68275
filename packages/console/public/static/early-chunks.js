/* Starts the console in the language of this browser. What the first view is made of is asked for beside what every view needs, not after that has run: on a slow line that is a round trip and the time to run it. */
;(() => {
  var list = document.getElementById('early-chunks')
  if (!list) return
  function read(storage, key) {
    try {
      return window[storage].getItem(key)
    } catch (_) {
      return null
    }
  }
  var languages = JSON.parse(list.textContent)
  // As `chooseLocale` of `i18n/locale.ts`.
  var browser = /^zh/i.test(navigator.language) ? 'zh' : 'en'
  var asked = new URLSearchParams(location.search).get('lang')
  var language = [asked, read('localStorage', 'language')].find((one) => Object.hasOwn(languages, one))
  var chunks = languages[language || browser]
  var path = (/^#\//.test(location.hash) ? location.hash : location.pathname).split('?')[0].replace(/\/$/, '')
  // The key of `api/session.ts`.
  var place = new URL('.', document.baseURI).pathname
  var key = `session${place === '/' ? '' : ` ${place}`}`
  var isSignedIn = read('sessionStorage', key) || read('localStorage', key)
  // The server asks for the same with the page itself, at the next visit. It says nothing of who.
  // biome-ignore lint/suspicious/noDocumentCookie: without TLS browsers have no other store of cookies.
  document.cookie = `brokerdeck-start=${language || browser}.${isSignedIn ? 'app' : 'login'};path=${place};samesite=strict;max-age=31536000`
  var named = Object.keys(chunks.pages).find((page) => path.endsWith(`/${page}`))
  // The console's own address leads to the overview; of any other page only the shell is known here.
  var isRoot = location.href.split(/[?#]/)[0] === document.baseURI.split(/[?#]/)[0] && path.indexOf('#/') < 0
  var page = named || (isRoot ? 'dashboard/overview' : '')
  // Of any other page the command tells.
  var styles = document.querySelector('meta[name=early-styles]')
  function ask(files) {
    files.forEach((file) => {
      if (/\.css$/.test(file)) {
        // Not as a preload: browsers complain of one that was not used, as when another tab turns out to be signed in.
        fetch(file).catch(() => undefined)
        return
      }
      var link = document.createElement('link')
      link.rel = 'modulepreload'
      link.crossOrigin = ''
      link.href = file
      document.head.appendChild(link)
    })
  }
  var askApp = (name) => ask(chunks.app.concat(chunks.pages[name] || []))
  ask(chunks.always.concat(styles ? styles.content.split(' ') : []))
  if (isSignedIn) askApp(page)
  else {
    ask(chunks.login)
    // Who types there is about to be let in: what is shown then comes meanwhile.
    addEventListener('input', () => askApp(page || 'dashboard/overview'), { once: true })
  }
  // What is shown first is asked for behind the files that draw it, and taken by `api/http.ts`.
  function tokenOf(session) {
    try {
      return JSON.parse(session).token
    } catch (_) {
      return undefined
    }
  }
  // Whether it is taken or not: an answer that nobody reads holds its connection.
  function whole(answer) {
    return answer.blob().then((body) => ({
      response: new Response(body, { status: answer.status, headers: answer.headers }),
      at: Date.now(),
    }))
  }
  function askEarly(token, addresses) {
    var answers = {}
    addresses.forEach((address) => {
      var url = new URL(`api/v5/${address}`, document.baseURI).href
      var controller = new AbortController()
      var stop = () => controller.abort()
      // As long as any other request waits, `api/http.ts`.
      var timer = setTimeout(stop, 20000)
      var headers = { accept: 'application/json', authorization: `Bearer ${token}` }
      var answer = fetch(url, { headers: headers, signal: controller.signal })
        .then(whole)
        .finally(() => clearTimeout(timer))
      answer.catch(() => undefined)
      answers[url] = { answer: answer, stop: stop }
    })
    window.earlyAnswers = { token: token, answers: answers }
  }
  var asks = chunks.asks || {}
  // With filters or a page of its own an address asks for something else.
  var isPlain = location.href.indexOf('?') < 0
  var token = tokenOf(isSignedIn)
  if (token) askEarly(token, (asks[''] || []).concat((isPlain && page && asks[page]) || []))
  // A module script that is put in by a script does not wait for the page, which has the place that it draws into.
  document.addEventListener('DOMContentLoaded', () => {
    var main = document.createElement('script')
    main.type = 'module'
    main.crossOrigin = ''
    main.src = chunks.always[0]
    document.head.appendChild(main)
  })
})()
