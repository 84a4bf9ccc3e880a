import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createPictureProcesses } from './picture-processes.ts';

const OPTIONS = { max: 2, memoryMaxMb: 768, cpuMaxMs: 60_000, pictureMaxMs: 300_000, idleMs: 60_000 };
/** Decoding it takes about 270 MB: all rows of an interlaced picture are needed before the first is complete. */
const BOMB_SIDE_PX = 7_000;

const plain = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: 'black' } });

let photo: Buffer;
let bomb: Buffer;
beforeAll(async () => {
  photo = await plain(200).jpeg().toBuffer();
  bomb = await plain(BOMB_SIDE_PX).png({ progressive: true }).toBuffer();
});

describe('pictures', () => {
  it('are decoded in another process, which starts when needed, is used again, and ends when idle', async () => {
    const processes = createPictureProcesses({ ...OPTIONS, idleMs: 1 });
    expect(processes.pids()).toEqual([]);
    expect(await processes.decode(photo)).toMatchObject({ width: 200, height: 200 });
    await vi.waitFor(() => expect(processes.pids()).toEqual([]), { timeout: 60_000 });
    expect(await processes.decode(photo)).toMatchObject({ width: 200 });
  });

  it('are not given to a process that is ending', async () => {
    const processes = createPictureProcesses({ ...OPTIONS, idleMs: 1 });
    for (let n = 0; n < 3; n++) {
      expect(await processes.decode(photo)).toMatchObject({ width: 200 });
      // Its time without work is over, and it takes longer than this to end.
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
  });

  it('never use more processes than allowed, and wait for a free one', async () => {
    const processes = createPictureProcesses(OPTIONS);
    const all = Array.from({ length: 6 }, () => processes.decode(photo));
    expect(processes.waiting()).toBe(4);
    for (const answer of await Promise.all(all)) expect(answer).toMatchObject({ width: 200 });
    expect(processes.pids()).toHaveLength(2);
    expect(processes.waiting()).toBe(0);
  });

  it('that need more memory than allowed end only their own process, and are refused', async () => {
    expect(bomb.length).toBeLessThan(200_000);
    const processes = createPictureProcesses({ ...OPTIONS, max: 1, memoryMaxMb: 180 });
    const [first, hostile, last] = await Promise.all([photo, bomb, photo].map((upload) => processes.decode(upload)));
    expect(first).toMatchObject({ width: 200 });
    expect(hostile).toEqual({ code: 'invalid_image' });
    expect(last).toMatchObject({ width: 200 });
  });

  it('that need too much processor time end only their own process, and are refused', async () => {
    const processes = createPictureProcesses({ ...OPTIONS, cpuMaxMs: 150 });
    expect(await processes.decode(bomb)).toEqual({ code: 'invalid_image' });
    expect(processes.pids()).toEqual([]);
  });

  it('that wait too long for a busy machine are not called invalid', async () => {
    const processes = createPictureProcesses({ ...OPTIONS, pictureMaxMs: 1 });
    await expect(processes.decode(bomb)).rejects.toThrow('took too long');
    await vi.waitFor(() => expect(processes.pids()).toEqual([]), { timeout: 60_000 });
  });

  it('that cannot be decoded are refused, and the process goes on', async () => {
    const processes = createPictureProcesses(OPTIONS);
    await processes.decode(photo);
    const [pid] = processes.pids();
    expect(await processes.decode(photo.subarray(0, 200))).toEqual({ code: 'invalid_image' });
    expect(await processes.decode(Buffer.from('nonsense'))).toEqual({ code: 'invalid_image' });
    expect(await processes.decode(photo)).toMatchObject({ width: 200 });
    expect(processes.pids()).toEqual([pid]);
  });
});
