/** The part of XMLHttpRequest that uploads use, sent through `fetch`, which tests replace. Half of the body is sent first. */
export class UploadOverFetch {
  upload: { onprogress?: (event: { lengthComputable: boolean; loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  status = 0;
  responseText = '';
  private readonly ending = new AbortController();
  private readonly headers = new Headers();
  private answered = new Headers();
  private method = '';
  private url = '';

  open(method: string, url: string): void {
    this.method = method;
    this.url = url;
  }

  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }

  getResponseHeader(name: string): string | null {
    return this.answered.get(name);
  }

  send(body: XMLHttpRequestBodyInit): void {
    this.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 2 });
    void this.exchange(body).finally(() => this.onloadend?.());
  }

  abort(): void {
    this.ending.abort();
  }

  private async exchange(body: XMLHttpRequestBodyInit): Promise<void> {
    try {
      const { method, headers, ending } = this;
      const response = await fetch(this.url, { method, headers, body, signal: ending.signal });
      this.status = response.status;
      this.answered = response.headers;
      this.responseText = await response.text();
    } catch {
      if (this.ending.signal.aborted) this.onabort?.();
      else this.onerror?.();
      return;
    }
    this.upload.onprogress?.({ lengthComputable: true, loaded: 2, total: 2 });
    this.onload?.();
  }
}
