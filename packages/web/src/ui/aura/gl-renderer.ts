import type { Aura } from '@soulsight/contract/aura';
import type { Theme } from '../../lib/browser/theme.ts';
import { auraPalettes, calculateOpenness, createShape, type Shape, strongestAlpha } from './field.ts';
import { NOISE_SIZE, permutation } from './noise.ts';
import { PALETTE_STEPS } from './palette.ts';
import { FRAGMENT_SHADER, VERTEX_SHADER } from './shader.ts';

/** The largest picture, in pixels; the threads are soft enough to be scaled up from it. */
export const MAX_GL_PX = 384;

const PERM_UNIT = 0;
const PALETTE_UNIT = 1;
const FLOAT_UNIFORMS = [
  'size',
  'zoom',
  't',
  'aperture',
  'openness',
  'softness',
  'contrast',
  'strongest',
  'rimBase',
  'rimSwing',
  'current',
  'bend',
  'threads',
  'lobes',
] as const;

/** One aura, prepared for the GPU. */
export interface GlScene {
  readonly shape: Shape;
  readonly theme: Theme;
  readonly perm: WebGLTexture;
  readonly palette: WebGLTexture;
}

export interface GlRenderer {
  prepare(aura: Aura, theme: Theme): GlScene;
  release(scene: GlScene): void;
  /**
   * Draws a picture of `size` pixels (at most MAX_GL_PX) into the canvas's lower left corner and returns the canvas.
   * `time` in the picture's own time; see `Field.paint`.
   */
  draw(scene: GlScene, picture: GlPicture): OffscreenCanvas;
}

export interface GlPicture {
  size: number;
  zoom: number;
  time: number;
  aperture: number;
  hollow: boolean;
}

/**
 * One WebGL2 context that draws every aura of the page; null if the browser has none.
 *
 * @param software also where the processor emulates the GPU, which is slow
 * @param onLost called once when the browser takes the context away; the renderer cannot be used after that
 */
export function createGlRenderer(software: boolean, onLost: () => void): GlRenderer | null {
  const canvas = new OffscreenCanvas(MAX_GL_PX, MAX_GL_PX);
  const gl = canvas.getContext('webgl2', {
    alpha: true,
    antialias: false,
    depth: false,
    powerPreference: 'low-power',
    failIfMajorPerformanceCaveat: !software,
  });
  if (!gl || (!software && isSoftware(gl))) return null;
  const program = linkProgram(gl);
  if (!program) return null;
  canvas.addEventListener('webglcontextlost', onLost, { once: true });
  const uniform = (name: string) => gl.getUniformLocation(program, name);
  const floats = FLOAT_UNIFORMS.map((name) => [name, uniform(name)] as const);
  const [hollowAt, octavesAt, offsetAt] = ['hollow', 'octaves', 'offset'].map(uniform);
  gl.uniform1i(uniform('perm'), PERM_UNIT);
  gl.uniform1i(uniform('palette'), PALETTE_UNIT);
  return {
    prepare: (aura, theme) => ({
      shape: createShape(aura),
      theme,
      perm: createTexture(gl, [gl.R8UI, NOISE_SIZE, 1, gl.RED_INTEGER], permutation(aura.seed).slice(0, NOISE_SIZE)),
      palette: createTexture(
        gl,
        [gl.RGB8, PALETTE_STEPS, 2, gl.RGB],
        Uint8Array.from(auraPalettes(aura, theme).flatMap((colours) => [...colours])),
      ),
    }),
    release(scene) {
      gl.deleteTexture(scene.perm);
      gl.deleteTexture(scene.palette);
    },
    draw({ shape, theme, perm, palette }, { size, zoom, time, aperture, hollow }) {
      const values = {
        ...shape,
        ...calculateOpenness(shape, aperture),
        size,
        zoom,
        aperture,
        t: shape.phase + time,
        strongest: strongestAlpha(theme),
      };
      gl.viewport(0, 0, size, size);
      for (const [name, at] of floats) gl.uniform1f(at, values[name]);
      gl.uniform1i(hollowAt ?? null, Number(hollow));
      gl.uniform1i(octavesAt ?? null, shape.octaves);
      gl.uniform2f(offsetAt ?? null, shape.offsetX, shape.offsetY);
      bindTexture(gl, PERM_UNIT, perm);
      bindTexture(gl, PALETTE_UNIT, palette);
      gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
      return canvas;
    },
  };
}

/** Whether the processor emulates the GPU. Chromium gives such a context even where it was asked not to. */
function isSoftware(gl: WebGL2RenderingContext): boolean {
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name = gl.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER);
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(String(name));
}

/** Compiles the shaders and fills the picture with two triangles; null when the driver refuses them. */
function linkProgram(gl: WebGL2RenderingContext): WebGLProgram | null {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, VERTEX_SHADER],
    [gl.FRAGMENT_SHADER, FRAGMENT_SHADER],
  ] as const) {
    const shader = gl.createShader(type);
    if (!shader) return null;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) return null;
  // biome-ignore lint/correctness/useHookAtTopLevel: a method of WebGL, not a React hook
  gl.useProgram(program);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]), gl.STATIC_DRAW);
  const position = gl.getAttribLocation(program, 'position');
  gl.enableVertexAttribArray(position);
  gl.vertexAttribPointer(position, 2, gl.FLOAT, false, 0, 0);
  return program;
}

type TextureShape = [internalFormat: number, width: number, height: number, format: number];

/** A table of bytes for the shader, read without filtering. */
function createTexture(gl: WebGL2RenderingContext, shape: TextureShape, bytes: Uint8Array): WebGLTexture {
  const [internalFormat, width, height, format] = shape;
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  gl.texImage2D(gl.TEXTURE_2D, 0, internalFormat, width, height, 0, format, gl.UNSIGNED_BYTE, bytes);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  return texture;
}

function bindTexture(gl: WebGL2RenderingContext, unit: number, texture: WebGLTexture): void {
  gl.activeTexture(gl.TEXTURE0 + unit);
  gl.bindTexture(gl.TEXTURE_2D, texture);
}
