"""Runs KiCad on the carrier board, under the Python that has KiCad's ``pcbnew``, on files alone.

Usage: kicad_script.py BOARD FOLDER. Fills the copper areas, checks the rules, and writes the report, Gerber and drill
files.
"""

import sys
from pathlib import Path

import pcbnew

LAYERS = (
    ("F_Cu", "F.Cu"),
    ("B_Cu", "B.Cu"),
    ("F_Mask", "F.Mask"),
    ("B_Mask", "B.Mask"),
    ("F_Silkscreen", "F.SilkS"),
    ("Edge_Cuts", "Edge.Cuts"),
)


def main() -> None:
    """Make all files."""
    source, folder = Path(sys.argv[1]), Path(sys.argv[2]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    board = pcbnew.LoadBoard(str(source))
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    pcbnew.WriteDRCReport(board, str(folder / "drc.txt"), pcbnew.EDA_UNITS_MILLIMETRES, True)
    plotter = pcbnew.PLOT_CONTROLLER(board)
    options = plotter.GetPlotOptions()
    options.SetOutputDirectory(str(folder))
    options.SetPlotFrameRef(False)
    options.SetUseGerberProtelExtensions(False)
    options.SetCreateGerberJobFile(False)
    options.SetUseGerberX2format(True)
    options.SetIncludeGerberNetlistInfo(True)
    options.SetSubtractMaskFromSilk(True)
    for suffix, layer in LAYERS:
        plotter.SetLayer(board.GetLayerID(layer))
        plotter.OpenPlotfile(suffix, pcbnew.PLOT_FORMAT_GERBER, layer)
        plotter.PlotLayer()
    plotter.ClosePlot()
    drill = pcbnew.EXCELLON_WRITER(board)
    drill.SetOptions(False, False, board.GetDesignSettings().GetAuxOrigin(), False)
    drill.SetFormat(True)
    drill.CreateDrillandMapFilesSet(str(folder), True, False)


main()
